#include "certify/readback.h"
status readback_circuit(arena *mem, const char *file, const char *bytes, size_t length,
                        const ops *p, readback_result *out, diag *d) { (void)mem,(void)file,(void)bytes,(void)length,(void)p,(void)out,(void)d; return STATUS_OK; }
