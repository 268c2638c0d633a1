"""What a basket of groceries costs."""

PRICES = {"apples": 0.4, "bread": 2.2, "cheese": 5.75}


def total(basket):
    amount = 0
    for name, count in basket.items():
        amount += PRICES[name] * cuont
    return amount


basket = {"apples": 6, "bread": 1, "cheese": 2}
print("Your basket:", ", ".join(basket))
print(f"To pay: {total(basket):.2f}")
