/* SPDX-License-Identifier: MIT */
#include "apps/archive/npz.h"
#include "apps/archive/zip.h"
#include "apps/motion/track.h"

/* names: what its columns are called; NULL: it is one number a row. */
static const struct {
    const char *name, *names;
} PARTS[TRACK_PARTS] = {
    [TRACK_TIME] = {"t", NULL},
    [TRACK_POSITION] = {"positions", "position_names"},
    [TRACK_RATE] = {"rates", "rate_names"},
    [TRACK_TORQUE] = {"torques", "torque_names"},
    [TRACK_ENERGY] = {"energy", NULL},
    [TRACK_OPEN] = {"open", NULL},
    [TRACK_OPEN_RATE] = {"open_rate", NULL},
    [TRACK_STEP] = {"step", NULL},
};

void track_print_npz(const track *t, text *out)
{
    output_file files[2 * TRACK_PARTS];
    uint32_t count = 0;
    for (uint32_t part = 0; part < TRACK_PARTS; part++) {
        uint32_t wide;
        const uint32_t first = track_first(t, (track_part)part, &wide);
        if (!wide)
            continue;
        files[count++] = npz_numbers(out->mem, PARTS[part].name, t->rows + first,
                                     &(npz_shape){PARTS[part].names ? 2 : 1, t->rows_count, wide,
                                                  t->columns});
        if (!PARTS[part].names)
            continue;
        const char **names = ARENA_ARRAY(out->mem, const char *, wide);
        for (uint32_t c = 0; c < wide; c++)
            names[c] = track_column(out->mem, t, first + c);
        files[count++] = npz_words(out->mem, PARTS[part].names, names, wide);
    }
    zip_write(files, count, out);
}
