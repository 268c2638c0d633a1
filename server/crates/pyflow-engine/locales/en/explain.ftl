### Why a program broke: causes, paragraphs and advice.

explain-unknown = { $kind } was raised: { $message }
