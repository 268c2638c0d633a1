### Why a program broke: causes, paragraphs and advice.
