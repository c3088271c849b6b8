/* SPDX-License-Identifier: MIT */
#include "apps/report/page.h"

static const unsigned char PAGE_JS[] = {
#include "page_js.inc"
};
static const unsigned char EXPLORE_JS[] = {
#include "page_explore.inc"
};
static const unsigned char MOTION_JS[] = {
#include "page_motion.inc"
};
static const unsigned char PAGE_CSS[] = {
#include "page_css.inc"
};

static const struct {
    const unsigned char *bytes;
    size_t size;
} SCRIPT[] = {
    [PAGE_REPORT] = {PAGE_JS, sizeof PAGE_JS},
    [PAGE_EXPLORE] = {EXPLORE_JS, sizeof EXPLORE_JS},
    [PAGE_MOTION] = {MOTION_JS, sizeof MOTION_JS},
};

void page_add_text(const char *key, const char *value, text *out)
{
    text_printf(out, ",\"%s\":", key);
    text_add_json_string(out, value);
}

/* Text of an element. */
static void add_escaped(const char *plain, text *out)
{
    for (; *plain; plain++)
        switch (*plain) {
        case '&':
            text_add(out, "&amp;");
            break;
        case '<':
            text_add(out, "&lt;");
            break;
        default:
            text_add_bytes(out, plain, 1);
        }
}

/* JSON has < in strings alone, and there \u003c is the same; a script element would end at </. */
static void add_data(const text *data, text *out)
{
    size_t from = 0;
    for (size_t i = 0; i < data->length; i++)
        if (data->bytes[i] == '<') {
            text_add_bytes(out, data->bytes + from, i - from);
            text_add(out, "\\u003c");
            from = i + 1;
        }
    text_add_bytes(out, data->bytes + from, data->length - from);
}

void page_write(page_kind kind, const char *title, const text *data, text *out)
{
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<link rel=\"icon\" href=\"data:,\">\n<title>");
    add_escaped(title, out);
    text_add(out, "</title>\n<style>\n");
    text_add_bytes(out, PAGE_CSS, sizeof PAGE_CSS);
    text_add(out, "</style>\n</head>\n<body>\n<noscript>This page draws itself: allow scripts. It "
                  "loads nothing from anywhere.</noscript>\n"
                  "<script type=\"application/json\" id=\"data\">");
    add_data(data, out);
    text_add(out, "</script>\n<script>\n");
    text_add_bytes(out, SCRIPT[kind].bytes, SCRIPT[kind].size);
    text_add(out, "</script>\n</body>\n</html>\n");
}
