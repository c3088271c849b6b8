# SPDX-License-Identifier: MIT
# Listings in C and Python of Markdown documents, each into a file of its own:
#     awk -v folder=FOLDER -f find.awk DOCUMENT...
# A listing is an indented or fenced block. It is Python where a line begins with `import`, and C
# where a line includes a header or ends a statement. Its name is that of the document and its
# number in there: use_2.c. Prints the names.
function listing(  name, kind)
{
    kind = block ~ /(^|\n)import / ? "py" : \
           block ~ /(^|\n)#include / || block ~ /; *(\/\*[^\n]*)?\n/ ? "c" : ""
    if (kind != "") {
        name = document
        sub(/.*\//, "", name)
        sub(/\.md$/, "", name)
        name = name "_" ++count[document] "." kind
        printf "%s", block >(folder "/" name)
        close(folder "/" name)
        print name
    }
    block = ""
    inside = 0
}
FNR == 1 { if (inside) listing(); document = FILENAME; blank = 1; fence = 0 }
/^```/ { fence = !fence; if (!fence) listing(); next }
fence { block = block $0 "\n"; next }
/^    / && (inside || blank) { inside = 1; block = block substr($0, 5) "\n"; next }
/^$/ && inside { block = block "\n"; next }
{ if (inside) listing(); blank = $0 == "" || /^## / }
END { if (inside) listing() }
