/*
 * The stable order of rows on the CPU, one item per row. Short rows are sorted by insertion, others by a radix sort from
 * the lowest digit on, over the digits in which the keys of the row differ. Keys of up to 32 bits are sorted together
 * with their positions in one 64-bit number. The scratch memory has four 64-bit numbers per element.
 */
#include "graphkernel.h"

#define GK_SORT_MEMORY
#include "gk_sort_order.h"

/** Maximum number of elements that are sorted by insertion. */
#define GK_MAX_INSERTED 32

/** Bits per digit, and the number of elements from which on digits have more bits. */
#define GK_SHORT_DIGIT 8
#define GK_LONG_DIGIT 11
#define GK_MIN_LONG_DIGIT_ELEMENTS 4096

/** Number of bits of a position that is packed with a key. */
#define GK_POSITION_BITS 32

/** Numbers to sort, and their positions if they are not part of the numbers. */
typedef struct {
    gk_uint64 *keys;
    gk_int64 *positions;
} gk_keyed;

/** Sorts by insertion. */
static void gk_insert(gk_keyed x, gk_int64 count) {
    for (gk_int64 i = 1; i < count; i++) {
        const gk_uint64 key = x.keys[i];
        gk_int64 to = i;
        for (; to > 0 && x.keys[to - 1] > key; to--) {
            x.keys[to] = x.keys[to - 1];
            x.positions[to] = x.positions[to - 1];
        }
        x.keys[to] = key;
        x.positions[to] = i;
    }
}

/** Sorts by one digit; returns 0, without a copy, if all keys have the same digit. */
GK_INLINE int gk_sort_digit(gk_keyed x, gk_keyed to, gk_int64 count, int shift, int bits, const int packed) {
    gk_int64 begins[1 << GK_LONG_DIGIT];
    const gk_int64 digits = (gk_int64) 1 << bits;
    const gk_uint64 mask = (gk_uint64) digits - 1;
    for (gk_int64 digit = 0; digit < digits; digit++) {
        begins[digit] = 0;
    }
    for (gk_int64 i = 0; i < count; i++) {
        begins[x.keys[i] >> shift & mask]++;
    }
    if (begins[x.keys[0] >> shift & mask] == count) {
        return 0;
    }
    gk_int64 sum = 0;
    for (gk_int64 digit = 0; digit < digits; digit++) {
        const gk_int64 own = begins[digit];
        begins[digit] = sum;
        sum += own;
    }
    for (gk_int64 i = 0; i < count; i++) {
        const gk_int64 place = begins[x.keys[i] >> shift & mask]++;
        to.keys[place] = x.keys[i];
        if (!packed) {
            to.positions[place] = x.positions[i];
        }
    }
    return 1;
}

/** Sorts by the bits from a first one on; the result is in one of both memories. */
GK_INLINE gk_keyed gk_sort_bits(gk_keyed x, gk_keyed other, gk_int64 count, int begin, int end, const int packed) {
    const int bits = count < GK_MIN_LONG_DIGIT_ELEMENTS ? GK_SHORT_DIGIT : GK_LONG_DIGIT;
    for (int shift = begin; shift < end; shift += bits) {
        if (gk_sort_digit(x, other, count, shift, bits, packed)) {
            const gk_keyed sorted = other;
            other = x;
            x = sorted;
        }
    }
    return x;
}

/** Reads the keys of a row as offsets from the smallest one, and returns the number of their bits. */
static int gk_read_keys(const gk_slot *arguments, gk_int64 first, gk_uint64 *keys) {
    const void *x = arguments[GK_SORT_X].pointer;
    const gk_int64 count = arguments[GK_SORT_COUNT].integer;
    const gk_int64 after = arguments[GK_SORT_AFTER].integer;
    const gk_int64 dtype = arguments[GK_SORT_DTYPE].integer;
    const gk_int64 flip = -arguments[GK_SORT_DESCENDING].integer;
    gk_int64 smallest = gk_sort_key(x, dtype, first) ^ flip, largest = smallest;
    for (gk_int64 i = 0; i < count; i++) {
        const gk_int64 key = gk_sort_key(x, dtype, first + i * after) ^ flip;
        smallest = key < smallest ? key : smallest;
        largest = key > largest ? key : largest;
        keys[i] = (gk_uint64) key;
    }
    for (gk_int64 i = 0; i < count; i++) {
        keys[i] -= (gk_uint64) smallest;
    }
    int bits = 0;
    for (gk_uint64 range = (gk_uint64) largest - (gk_uint64) smallest; range > 0; range >>= 1) {
        bits++;
    }
    return bits;
}

static void gk_sort_row(const gk_slot *arguments, gk_int64 first, gk_uint64 *scratch) {
    const gk_int64 count = arguments[GK_SORT_COUNT].integer;
    const gk_int64 after = arguments[GK_SORT_AFTER].integer;
    gk_int64 *result = (gk_int64 *) arguments[GK_SORT_RESULT].pointer + first;
    gk_keyed x = {scratch, (gk_int64 *) scratch + count};
    const gk_keyed other = {scratch + 2 * count, (gk_int64 *) scratch + 3 * count};
    const int bits = gk_read_keys(arguments, first, x.keys);
    if (count > GK_MAX_INSERTED && bits <= GK_POSITION_BITS && count >> (GK_POSITION_BITS - 1) == 0) {
        for (gk_int64 i = 0; i < count; i++) {
            x.keys[i] = x.keys[i] << GK_POSITION_BITS | (gk_uint64) i;
        }
        x = gk_sort_bits(x, other, count, GK_POSITION_BITS, GK_POSITION_BITS + bits, 1);
        for (gk_int64 i = 0; i < count; i++) {
            result[i * after] = (gk_int64) (x.keys[i] & 0xffffffff);
        }
        return;
    }
    for (gk_int64 i = 0; i < count; i++) {
        x.positions[i] = i;
    }
    if (count > GK_MAX_INSERTED) {
        x = gk_sort_bits(x, other, count, 0, bits, 0);
    } else {
        gk_insert(x, count);
    }
    for (gk_int64 i = 0; i < count; i++) {
        result[i * after] = x.positions[i];
    }
}

static void gk_sort_order(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 count = arguments[GK_SORT_COUNT].integer;
    const gk_int64 after = arguments[GK_SORT_AFTER].integer;
    for (gk_int64 row = begin; row < end; row++) {
        gk_sort_row(arguments, row / after * count * after + row % after, (gk_uint64 *) scratch);
    }
}

/* In the order of NativeSortOrder.java. */
GK_EXPORT extern const gk_kernel GK_TABLE[];
const gk_kernel GK_TABLE[] = {
    gk_sort_order,
};
GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
const gk_int64 GK_TABLE_SIZE = sizeof GK_TABLE / sizeof *GK_TABLE;
