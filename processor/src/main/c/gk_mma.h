/*
 * Tensor cores of NVIDIA GPUs from compute capability 8.0 on: asynchronous copies to shared memory, fragments, and
 * their products (PTX ISA: cp.async, ldmatrix, mma). All threads of a warp call the functions of fragments together.
 *
 * A program defines GK_MMA, the shape and types of its products, before this header, and what gk_library.h requires.
 */
#ifndef GK_MMA_H
#define GK_MMA_H

/** Number of bytes of a copy, and of a row of the 8 x 8 matrices that fragments consist of. */
#define GK_CHUNK_BYTES 16

/** Number of elements of as many bytes. */
#define GK_CHUNK (GK_CHUNK_BYTES / (int) sizeof(GK_ELEMENT))

/** Number of lines of a fragment, and its size in bytes along the summed axis. */
#define GK_FRAGMENT_LINES 16
#define GK_FRAGMENT_BYTES 32

/** The bytes of a copy. */
typedef gk_uint32 gk_chunk __attribute__((ext_vector_type(4)));

/** Address of shared memory in PTX. */
GK_INLINE gk_uint32 gk_shared_address(__local const void *pointer) {
    return (gk_uint32) (gk_uint64) pointer;
}

/** Keeps values that depend on an integer from being computed before a loop, where they would occupy registers. */
#define GK_RECOMPUTE(kind, value) __asm__ volatile("" : kind(value))

/** Starts a copy of some bytes from global memory, at most 16; the others of the 16 become 0. */
GK_INLINE void gk_copy_async(gk_uint32 target, gk_uint64 source, int bytes) {
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                     :
                     : "r"(target), "l"(source), "r"(bytes)
                     : "memory");
}

/** Ends a group of the copies that the thread has started. */
GK_INLINE void gk_commit_copies(void) {
    __asm__ volatile("cp.async.commit_group;" : : : "memory");
}

/** Waits until at most some of the last groups are incomplete. A barrier makes them visible to other threads. */
#define GK_AWAIT_COPIES(groups) __asm__ volatile("cp.async.wait_group %0;" : : "n"(groups) : "memory")

/**
 * Loads a fragment of 16 lines by 32 bytes, which consists of four matrices of 8 lines by 16 bytes. Lanes 8 i to
 * 8 i + 7 have the addresses of the rows of matrix i.
 *
 * @param transposed 1 if chunks are along the lines, which only 16-bit elements support; else 0
 */
GK_INLINE void gk_load_fragment(gk_uint32 address, const int transposed, gk_uint32 *fragment) {
    if (transposed) {
        __asm__ volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                         : "=r"(fragment[0]), "=r"(fragment[1]), "=r"(fragment[2]), "=r"(fragment[3])
                         : "r"(address)
                         : "memory");
    } else {
        __asm__ volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                         : "=r"(fragment[0]), "=r"(fragment[1]), "=r"(fragment[2]), "=r"(fragment[3])
                         : "r"(address)
                         : "memory");
    }
}

#if GK_SUMS_INTEGERS
#define GK_SUM_REGISTER "+r"
#else
#define GK_SUM_REGISTER "+f"
#endif

/**
 * Adds the product of a fragment of 16 rows and one of 8 columns to the sums: of row lane / 4 the columns 2 (lane % 4)
 * and the next, and the same of row lane / 4 + 8.
 *
 * @param rows matrices of the rows 0 to 7 and 8 to 15 of the first half along the summed axis, then of the second half
 * @param first matrix of the first half of the columns along the summed axis
 * @param second that of the second half; in the next register, which saves copies
 */
GK_INLINE void gk_multiply_fragments(const gk_uint32 *rows, gk_uint32 first, gk_uint32 second, GK_SUM *sums) {
    __asm__("mma.sync.aligned." GK_MMA " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : GK_SUM_REGISTER(sums[0]), GK_SUM_REGISTER(sums[1]), GK_SUM_REGISTER(sums[2]), GK_SUM_REGISTER(sums[3])
            : "r"(rows[0]), "r"(rows[1]), "r"(rows[2]), "r"(rows[3]), "r"(first), "r"(second));
}

#endif
