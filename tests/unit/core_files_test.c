/* SPDX-License-Identifier: MIT */
/* Cores are code: which folders they are taken from and built in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above first */
#include <cmocka.h>

#include "machine/core_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint8_t TEXT[32] = {0xab, 0xcd};
static const uint8_t OTHER_TEXT[32] = {0xab, 0xce};
static const uint32_t NOBODY = 54321;

static char home[] = "/tmp/tauflow_cores_XXXXXX";

static const char *at(const char *below)
{
    static char path[4][CORES_PATH_BYTES];
    static int next;
    char *to = path[next++ % 4];
    snprintf(to, CORES_PATH_BYTES, "%s/%s", home, below);
    return to;
}

static void make_core(const char *folder)
{
    report r;
    char path[CORES_PATH_BYTES];
    assert_int_equal(cores_make_folder(at(folder), &r), TAUFLOW_OK);
    snprintf(path, sizeof path, "%s/core.so", at(folder));
    const int file = open(path, O_CREAT | O_WRONLY, 0600);
    assert_true(file >= 0);
    assert_int_equal(close(file), 0);
}

static int begin(void **state)
{
    (void)state;
    umask(0); /* nothing here is left to the mask */
    strcpy(home + strlen(home) - 6, "XXXXXX");
    return mkdtemp(home) ? 0 : -1;
}

static int end(void **state)
{
    char command[CORES_PATH_BYTES];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    return system(command);
}

static void assert_untrusted(const char *circuit, const char *piece)
{
    char path[CORES_PATH_BYTES];
    report r;
    const uint8_t *text = circuit ? TEXT : NULL;
    assert_int_equal(cores_find_in(at("cores"), "one", text, path, &r), TAUFLOW_BAD_DEVICE);
    if (!strstr(r.text, piece))
        fail_msg("'%s' does not tell '%s'", r.text, piece);
}

static void folders_are_made_for_this_user_alone(void **state)
{
    (void)state;
    struct stat info;
    report r;
    assert_int_equal(cores_make_folder(at("a/b/c"), &r), TAUFLOW_OK);
    for (int k = 0; k < 3; k++) {
        static const char *const MADE[] = {"a", "a/b", "a/b/c"};
        assert_int_equal(stat(at(MADE[k]), &info), 0);
        assert_int_equal(info.st_mode & 07777, 0700);
    }
    assert_int_equal(cores_make_folder(at("a/b/c"), &r), TAUFLOW_OK); /* it is there */
    assert_int_equal(cores_make_folder("/proc/no/such", &r), TAUFLOW_IO);
    assert_non_null(strstr(r.text, "cannot make /proc/no: "));
}

static void cores_are_found_by_name_and_circuits_by_their_text(void **state)
{
    (void)state;
    char path[CORES_PATH_BYTES], folder[CORES_PATH_BYTES];
    report r;
    make_core("cores/one");
    assert_int_equal(cores_find_in(at("cores"), "one", NULL, path, &r), TAUFLOW_OK);
    assert_string_equal(path, at("cores/one/core.so"));
    assert_int_equal(cores_find_in(at("cores"), "two", NULL, path, &r), TAUFLOW_NOT_FOUND);
    assert_int_equal(cores_find_in(at("cores"), "one", TEXT, path, &r), TAUFLOW_NOT_FOUND);
    make_core("cores/abcd000000000000000000000000000000000000000000000000000000000000/one");
    assert_int_equal(cores_find_in(at("cores"), "one", TEXT, path, &r), TAUFLOW_OK);
    assert_true(cores_circuit_folder(at("cores"), TEXT, folder));
    assert_memory_equal(path, folder, strlen(folder));
    assert_string_equal(path + strlen(folder), "/one/core.so");
    assert_int_equal(cores_find_in(at("cores"), "one", OTHER_TEXT, path, &r), TAUFLOW_NOT_FOUND);
}

static void what_others_can_write_is_no_place_for_code(void **state)
{
    (void)state;
    static const char *const PARTS[] = {"cores", "cores/one", "cores/one/core.so"};
    static const mode_t OPEN[] = {0770, 0702};
    char path[CORES_PATH_BYTES];
    report r;
    make_core("cores/one");
    for (int k = 0; k < 3; k++)
        for (int m = 0; m < 2; m++) {
            assert_int_equal(chmod(at(PARTS[k]), OPEN[m]), 0);
            assert_untrusted(NULL, "others can write to ");
            assert_int_equal(chmod(at(PARTS[k]), 0755), 0); /* reading is no harm */
            assert_int_equal(cores_find_in(at("cores"), "one", NULL, path, &r), TAUFLOW_OK);
        }
    assert_int_equal(chmod(at("cores"), 0720), 0);
    assert_int_equal(cores_make_folder(at("cores"), &r), TAUFLOW_BAD_DEVICE);
}

static void folders_of_circuits_are_judged_too(void **state)
{
    (void)state;
    make_core("cores/abcd000000000000000000000000000000000000000000000000000000000000/one");
    assert_int_equal(
        chmod(at("cores/abcd000000000000000000000000000000000000000000000000000000000000"), 0777),
        0);
    assert_untrusted("circuit", "others can write to ");
}

static void links_are_not_followed(void **state)
{
    (void)state;
    static const char *const PARTS[] = {"cores", "cores/one", "cores/one/core.so"};
    report r;
    make_core("cores/one");
    for (int k = 0; k < 3; k++) {
        assert_int_equal(rename(at(PARTS[k]), at("aside")), 0);
        assert_int_equal(symlink(at("aside"), at(PARTS[k])), 0);
        assert_untrusted(NULL, " is a link: ");
        if (k == 0)
            assert_int_equal(cores_make_folder(at("cores"), &r), TAUFLOW_BAD_DEVICE);
        assert_int_equal(unlink(at(PARTS[k])), 0);
        assert_int_equal(rename(at("aside"), at(PARTS[k])), 0);
    }
}

static void other_users_are_not_trusted(void **state)
{
    (void)state;
    static const char *const PARTS[] = {"cores", "cores/one", "cores/one/core.so"};
    make_core("cores/one");
    if (geteuid() != 0) {
        print_message("skipped: only root can give files away\n");
        return;
    }
    for (int k = 0; k < 3; k++) {
        assert_int_equal(chown(at(PARTS[k]), NOBODY, 0), 0);
        assert_untrusted(NULL, "belongs to another user (54321)");
        assert_int_equal(chown(at(PARTS[k]), 0, 0), 0);
    }
}

static void folders_that_anybody_can_exchange_are_not_trusted(void **state)
{
    (void)state;
    char path[CORES_PATH_BYTES];
    report r;
    make_core("cores/one");
    assert_int_equal(chmod(home, 0777), 0);
    assert_untrusted(NULL, "anybody can exchange ");
    assert_int_equal(chmod(home, 01777), 0); /* as /tmp: only their owner can */
    assert_int_equal(cores_find_in(at("cores"), "one", NULL, path, &r), TAUFLOW_OK);
}

#define TEST(law) cmocka_unit_test_setup_teardown(law, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(folders_are_made_for_this_user_alone),
        TEST(cores_are_found_by_name_and_circuits_by_their_text),
        TEST(what_others_can_write_is_no_place_for_code),
        TEST(folders_of_circuits_are_judged_too),
        TEST(links_are_not_followed),
        TEST(other_users_are_not_trusted),
        TEST(folders_that_anybody_can_exchange_are_not_trusted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
