#include "certify/c_reader.h"
status readback_fixed(arena *mem, c_text *t, const char *name, const ops *p, readback_result *out,
                      diag *d);
status readback_fixed(arena *mem, c_text *t, const char *name, const ops *p, readback_result *out,
                      diag *d)
{
    (void)mem, (void)t, (void)name, (void)p, (void)out, (void)d;
    return STATUS_OK;
}
status readback_hls(arena *mem, const readback_text *texts, uint32_t count, const ops *p,
                    readback_result *out, diag *d) { (void)mem,(void)texts,(void)count,(void)p,(void)out,(void)d; return STATUS_OK; }
status readback_circuit(arena *mem, const char *file, const char *bytes, size_t length,
                        const ops *p, readback_result *out, diag *d) { (void)mem,(void)file,(void)bytes,(void)length,(void)p,(void)out,(void)d; return STATUS_OK; }
