### Titles and assumptions of quick fixes.

fix-change = Change '{ $old }' to '{ $new }'
fix-change-all = Change every '{ $old }' to '{ $new }'
fix-c-comment = Start the comment with '#'
fix-import = Add '{ $statement }'
fix-quotes = Put it in quotes: { $new }
assume-home = { $name } of { $module } is meant
assume-name = { $name } is meant
fix-await = Wait for it: { $new }
fix-asyncio-run = Run it: { $new }
assume-no-loop = no event loop runs here
