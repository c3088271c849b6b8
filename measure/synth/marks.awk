# SPDX-License-Identifier: MIT
# Puts tables between their marks in a document: <!-- table NAME --> and <!-- end -->.
#   awk -v work=FOLDER -f measure/synth/marks.awk DOCUMENT     FOLDER/NAME: the table
# Where there is no such file, what stands there stays.
function table(file,  line, some)
{
    while ((getline line <file) > 0) {
        print line
        some = 1
    }
    return some
}
/^<!-- end -->$/ { skip = 0 }
!skip { print }
/^<!-- table [a-z]+ -->$/ { skip = table(work "/" $3) }
