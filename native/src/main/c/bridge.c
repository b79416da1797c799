/*
 * The JNI bridge. It is freestanding: no jni.h, no system header, no library call. The JNI ABI is written out by hand:
 * an environment is a pointer to a pointer to a table of functions whose order the JNI specification fixes.
 */

typedef long long gk_i64;
typedef int gk_i32;
typedef unsigned int gk_u32;

#if defined(_WIN32)
#define GK_EXPORT __declspec(dllexport)
#else
#define GK_EXPORT __attribute__((visibility("default")))
#endif

#define GK_ABI_VERSION 2

typedef union {
    void *pointer;
    gk_i64 integer;
    float scalar;
} gk_slot;

typedef void (*gk_kernel)(const gk_slot *arguments, gk_i64 begin, gk_i64 end, void *scratch);

typedef gk_i64 (*gk_function)(gk_i64 argument);

typedef gk_i64 (*gk_driver_function)(
    gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64);

typedef void *const *gk_function_table;
typedef gk_function_table *gk_environment;
typedef void *gk_object;

enum { GET_PRIMITIVE_ARRAY_CRITICAL = 222, RELEASE_PRIMITIVE_ARRAY_CRITICAL = 223 };

typedef void *(*gk_get_critical)(gk_environment environment, gk_object array, unsigned char *is_copy);
typedef void (*gk_release_critical)(gk_environment environment, gk_object array, void *elements, gk_i32 mode);

static inline void *gk_address(gk_i64 address) {
    return (void *)(unsigned long long)address;
}

static inline void gk_call(gk_i64 kernel, gk_i64 arguments, gk_i64 begin, gk_i64 end, gk_i64 scratch) {
    ((gk_kernel)gk_address(kernel))((const gk_slot *)gk_address(arguments), begin, end, gk_address(scratch));
}

enum { WRITE_BACK = 0, ABORT = 2 };

/* The slot in which the array of a slot comes first. */
static inline int gk_first(gk_i64 first, int slot) {
    return (int)(first >> 4 * slot) & 15;
}

/*
 * Pins each array once, stores the addresses in the first slots, runs the kernel and releases. The JVM may pin
 * copies: one array has one copy for all its slots, and a copy that the kernel does not write is not written back.
 * Critical regions forbid other JNI calls between the first pin and the last release. If an array
 * cannot be pinned (the JVM is out of memory and has a pending exception), the kernel does not run.
 */
static inline void gk_call_pinned(
    gk_environment environment, gk_i64 kernel, gk_i64 arguments, gk_i64 begin, gk_i64 end, gk_i64 scratch, gk_i32 written,
    gk_i64 first, const gk_object *arrays, int count) {
    gk_get_critical get = (gk_get_critical)(*environment)[GET_PRIMITIVE_ARRAY_CRITICAL];
    gk_release_critical release = (gk_release_critical)(*environment)[RELEASE_PRIMITIVE_ARRAY_CRITICAL];
    gk_slot *slots = (gk_slot *)gk_address(arguments);
    gk_i32 written_arrays = 0;
    int pinned = 0;
    while (pinned < count) {
        if (arrays[pinned]) {
            int same = gk_first(first, pinned);
            void *elements = same < pinned ? slots[same].pointer : get(environment, arrays[pinned], (unsigned char *)0);
            if (!elements) {
                break;
            }
            slots[pinned].pointer = elements;
            written_arrays |= (written >> pinned & 1) << same;
        }
        pinned++;
    }
    if (pinned == count) {
        gk_call(kernel, arguments, begin, end, scratch);
    }
    while (pinned-- > 0) {
        if (arrays[pinned] && gk_first(first, pinned) == pinned) {
            release(environment, arrays[pinned], slots[pinned].pointer, written_arrays >> pinned & 1 ? WRITE_BACK : ABORT);
        }
    }
}

#define GK_NATIVE(type, name) GK_EXPORT type Java_io_graphkernel_bridge_NativeBridge_##name
#define GK_LAUNCH_PARAMETERS                                                                                           \
    gk_environment environment, gk_object type, gk_i64 kernel, gk_i64 arguments, gk_i64 begin, gk_i64 end, gk_i64 scratch

GK_NATIVE(void, launch)(GK_LAUNCH_PARAMETERS) {
    (void)environment;
    (void)type;
    gk_call(kernel, arguments, begin, end, scratch);
}

GK_NATIVE(gk_i64, call)(gk_environment environment, gk_object type, gk_i64 function, gk_i64 argument) {
    (void)environment;
    (void)type;
    return ((gk_function)gk_address(function))(argument);
}

/*
 * Calls a function of a device driver. On every platform that the bridge is built for, integers and pointers take the same
 * registers and 8-byte stack slots, the caller clears the stack, and arguments beyond those that a function declares are
 * ignored. (On Apple's arm64 small stack arguments are compact: a ninth or later argument must have 64 bits.)
 */
GK_NATIVE(gk_i64, invoke)(
    gk_environment environment, gk_object type, gk_i64 function, gk_i64 a0, gk_i64 a1, gk_i64 a2, gk_i64 a3, gk_i64 a4,
    gk_i64 a5, gk_i64 a6, gk_i64 a7, gk_i64 a8, gk_i64 a9, gk_i64 a10, gk_i64 a11) {
    (void)environment;
    (void)type;
    return ((gk_driver_function)gk_address(function))(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);
}

typedef gk_i64 (*gk_long_function)(
    gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64,
    gk_i64);

/* As invoke, for functions of up to sixteen arguments, which are in memory. */
GK_NATIVE(gk_i64, invokeAll)(gk_environment environment, gk_object type, gk_i64 function, gk_i64 arguments) {
    (void)environment;
    (void)type;
    const gk_i64 *a = (const gk_i64 *)gk_address(arguments);
    return ((gk_long_function)gk_address(function))(
        a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15]);
}

enum { MIXED_INTEGERS = 32, MIXED_DOUBLES = 4 };

typedef gk_i64 (*gk_mixed_function)(
    gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64,
    gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64, gk_i64,
    gk_i64, gk_i64, double, double, double, double);

/*
 * As invoke, for functions of up to 32 integers and pointers and up to 4 doubles, in whatever order they declare them: doubles
 * have registers of their own, so that only the order among them counts. (On Windows it does not: arguments share their
 * numbers there.)
 */
GK_NATIVE(gk_i64, invokeMixed)(gk_environment environment, gk_object type, gk_i64 function, gk_i64 arguments) {
    (void)environment;
    (void)type;
    const gk_i64 *a = (const gk_i64 *)gk_address(arguments);
    const double *d = (const double *)(a + MIXED_INTEGERS);
    return ((gk_mixed_function)gk_address(function))(
        a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16], a[17],
        a[18], a[19], a[20], a[21], a[22], a[23], a[24], a[25], a[26], a[27], a[28], a[29], a[30], a[31], d[0], d[1], d[2],
        d[MIXED_DOUBLES - 1]);
}

GK_NATIVE(void, launchPinned)(
    GK_LAUNCH_PARAMETERS, gk_i32 written, gk_i64 first, gk_i32 count, gk_object a0, gk_object a1, gk_object a2,
    gk_object a3, gk_object a4, gk_object a5, gk_object a6, gk_object a7) {
    (void)type;
    const gk_object arrays[] = {a0, a1, a2, a3, a4, a5, a6, a7};
    gk_call_pinned(environment, kernel, arguments, begin, end, scratch, written, first, arrays, count);
}

#if defined(__x86_64__)

typedef struct {
    gk_u32 a, b, c, d;
} gk_cpuid_result;

static gk_cpuid_result gk_cpuid(gk_u32 leaf, gk_u32 subleaf) {
    gk_cpuid_result r;
    __asm__ volatile("cpuid" : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d) : "a"(leaf), "c"(subleaf));
    return r;
}

static gk_u32 gk_enabled_states(void) {
    gk_u32 low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static int gk_has(gk_u32 word, gk_u32 bits) {
    return (word & bits) == bits;
}

#define GK_BIT(n) (1u << (n))

/* The feature lists of the x86-64 psABI levels, with the register states that the system must save and restore. */
static gk_i32 gk_x86_level(void) {
    const gk_u32 v2_leaf1_c = GK_BIT(0) | GK_BIT(9) | GK_BIT(13) | GK_BIT(19) | GK_BIT(20) | GK_BIT(23);
    const gk_u32 v3_leaf1_c = GK_BIT(12) | GK_BIT(22) | GK_BIT(27) | GK_BIT(28) | GK_BIT(29);
    const gk_u32 v3_leaf7_b = GK_BIT(3) | GK_BIT(5) | GK_BIT(8);
    const gk_u32 v4_leaf7_b = GK_BIT(16) | GK_BIT(17) | GK_BIT(28) | GK_BIT(30) | GK_BIT(31);
    const gk_u32 extended_lahf = GK_BIT(0), extended_lzcnt = GK_BIT(5);
    const gk_u32 ymm_states = GK_BIT(1) | GK_BIT(2), zmm_states = ymm_states | GK_BIT(5) | GK_BIT(6) | GK_BIT(7);

    gk_u32 highest = gk_cpuid(0, 0).a;
    gk_u32 highest_extended = gk_cpuid(0x80000000u, 0).a;
    if (highest < 1) {
        return 1;
    }
    gk_u32 leaf1_c = gk_cpuid(1, 0).c;
    gk_u32 leaf7_b = highest >= 7 ? gk_cpuid(7, 0).b : 0;
    gk_u32 extended_c = highest_extended >= 0x80000001u ? gk_cpuid(0x80000001u, 0).c : 0;

    if (!gk_has(leaf1_c, v2_leaf1_c) || !gk_has(extended_c, extended_lahf)) {
        return 1;
    }
    if (!gk_has(leaf1_c, v3_leaf1_c) || !gk_has(leaf7_b, v3_leaf7_b) || !gk_has(extended_c, extended_lzcnt)) {
        return 2;
    }
    gk_u32 states = gk_enabled_states();
    if (!gk_has(states, ymm_states)) {
        return 2;
    }
    return gk_has(leaf7_b, v4_leaf7_b) && gk_has(states, zmm_states) ? 4 : 3;
}

#endif

GK_NATIVE(gk_i32, instructionSet)(gk_environment environment, gk_object type) {
    (void)environment;
    (void)type;
#if defined(__x86_64__)
    return gk_x86_level();
#else
    return 0;
#endif
}

GK_NATIVE(void, adviseHugePages)(gk_environment environment, gk_object type, gk_i64 address, gk_i64 bytes) {
    (void)environment;
    (void)type;
#if defined(__linux__) && defined(__x86_64__)
    const gk_i64 madvise_call = 28, huge_page = 14;
    gk_i64 result = madvise_call;
    __asm__ volatile("syscall" : "+a"(result) : "D"(address), "S"(bytes), "d"(huge_page) : "rcx", "r11", "memory");
#elif defined(__linux__) && defined(__aarch64__)
    register gk_i64 x8 __asm__("x8") = 233;
    register gk_i64 x0 __asm__("x0") = address;
    register gk_i64 x1 __asm__("x1") = bytes;
    register gk_i64 x2 __asm__("x2") = 14;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
#else
    (void)address;
    (void)bytes;
#endif
}

/* Unit of a kernel's loads and stores. */
typedef float gk_line __attribute__((vector_size(64)));

#define GK_COPIED_LINES 64

GK_NATIVE(void, copy)(
    gk_environment environment, gk_object type, gk_i64 streaming, gk_i64 arguments, gk_i64 begin, gk_i64 end,
    gk_i64 scratch) {
    (void)environment;
    (void)type;
    (void)scratch;
    const gk_slot *slots = (const gk_slot *)gk_address(arguments);
    const gk_line *source = (const gk_line *)slots[0].pointer;
    gk_line *target = (gk_line *)slots[1].pointer;
    if (!streaming) {
        for (gk_i64 i = begin * GK_COPIED_LINES; i < end * GK_COPIED_LINES; i++) {
            target[i] = source[i];
        }
        return;
    }
    for (gk_i64 i = begin * GK_COPIED_LINES; i < end * GK_COPIED_LINES; i++) {
        __builtin_nontemporal_store(source[i], target + i);
    }
#if defined(__x86_64__)
    // Non-temporal stores are not ordered with the completion signal of a thread.
    __asm__ volatile("sfence" : : : "memory");
#endif
}

/* As kernels do it: less than 0 becomes 0; NaN and -0 stay. */
static void gk_rectify_f32(float *row, gk_i64 columns) {
    for (gk_i64 i = 0; i < columns; i++) {
        row[i] = row[i] < 0 ? 0 : row[i];
    }
}

/* Of 16-bit floats. As integers, -0 is the least, then come the negative numbers up to -infinity, then NaNs. */
static void gk_rectify_half(short *row, gk_i64 columns, short minus_infinity) {
    const short minus_zero = -0x7fff - 1;
    for (gk_i64 i = 0; i < columns; i++) {
        row[i] = row[i] > minus_zero && row[i] <= minus_infinity ? 0 : row[i];
    }
}

GK_NATIVE(void, rectify)(
    gk_environment environment, gk_object type, gk_i64 address, gk_i64 rows, gk_i64 columns, gk_i64 row_bytes,
    gk_i32 minus_infinity) {
    (void)environment;
    (void)type;
    for (gk_i64 row = 0; row < rows; row++, address += row_bytes) {
        if (minus_infinity) {
            gk_rectify_half((short *)gk_address(address), columns, (short)minus_infinity);
        } else {
            gk_rectify_f32((float *)gk_address(address), columns);
        }
    }
}

GK_NATIVE(gk_i32, abiVersion)(gk_environment environment, gk_object type) {
    (void)environment;
    (void)type;
    return GK_ABI_VERSION;
}
