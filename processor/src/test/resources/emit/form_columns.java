// Generated: the kernels of Ops as Java methods.
package demo;

import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.jvm.BroadcastRows;
import io.graphkernel.runtime.generated.jvm.Casts;
import io.graphkernel.runtime.generated.jvm.ElementMemory;
import io.graphkernel.runtime.generated.jvm.ScalarMath;

/** The kernels of {@link Ops} for hosts without a native build. */
@SuppressWarnings("all")
final class OpsJvm implements RangeFunction {
    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        switch ((int) kernel) {
            case 0 -> kernel_columns_0(arguments, begin, end, scratch);
            case 1 -> kernel_columns_0_finish(arguments, begin, end, scratch);
            case 2 -> kernel_columns_1(arguments, begin, end, scratch);
            case 3 -> kernel_columns_1_finish(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_columns_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 32);
        final long n_d = ElementMemory.loadI64(arguments + 40);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_1_2 = ElementMemory.loadI64(arguments + 16);
        final long p_2_3 = ElementMemory.loadI64(arguments + 24);
        final long partial = ElementMemory.loadI64(arguments + 56);
        final long block = ElementMemory.loadI64(arguments + 64);
        final long blocks = ElementMemory.loadI64(arguments + 72);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, n_n);
            final long partial_0 = partial + item * (64L*Math.floorDiv(8L*n_d + 63L, 64L));
            final long partial_1 = partial_0 + n_d * 4;
            for (long i1 = 0; i1 < n_d; ++i1) {
                ElementMemory.storeF32(partial_0 + i1 * 4, (float) 0.0);
                ElementMemory.storeF32(partial_1 + i1 * 4, (float) Double.NEGATIVE_INFINITY);
            }
            for (long row = first; row < last; ++row) {
                final long i0 = row;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    double acc_0 = ElementMemory.loadF32(partial_0 + i1 * 4);
                    double acc_1 = ElementMemory.loadF32(partial_1 + i1 * 4);
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    acc_0 = acc_0 + v_x;
                    acc_1 = ScalarMath.maximum(acc_1, v_x);
                    ElementMemory.storeF32(partial_0 + i1 * 4, (float) acc_0);
                    ElementMemory.storeF32(partial_1 + i1 * 4, (float) acc_1);
                }
            }
        }
    }

    private static void kernel_columns_0_finish(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 32);
        final long n_d = ElementMemory.loadI64(arguments + 40);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_1_2 = ElementMemory.loadI64(arguments + 16);
        final long p_2_3 = ElementMemory.loadI64(arguments + 24);
        final long partial = ElementMemory.loadI64(arguments + 56);
        final long block = ElementMemory.loadI64(arguments + 64);
        final long blocks = ElementMemory.loadI64(arguments + 72);
        for (long i1 = begin; i1 < end; ++i1) {
            double acc_0 = 0.0;
            double acc_1 = Double.NEGATIVE_INFINITY;
            for (long item = 0; item < blocks; ++item) {
                final long partial_0 = partial + item * (64L*Math.floorDiv(8L*n_d + 63L, 64L));
                final long partial_1 = partial_0 + n_d * 4;
                acc_0 = acc_0 + ElementMemory.loadF32(partial_0 + i1 * 4);
                acc_1 = ScalarMath.maximum(acc_1, ElementMemory.loadF32(partial_1 + i1 * 4));
            }
            final float v_0 = (float) acc_0;
            final float v_1 = (float) acc_1;
            final float v_y = ElementMemory.loadF32(p_y + i1 * 4);
            final float v_2 = v_0 + v_y;
            ElementMemory.storeF32(p_1_2 + i1 * 4, v_1);
            ElementMemory.storeF32(p_2_3 + i1 * 4, v_2);
        }
    }

    private static void kernel_columns_1(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_m = ElementMemory.loadI64(arguments + 0);
        final long p_3_1 = ElementMemory.loadI64(arguments + 8);
        final long p_4_2 = ElementMemory.loadI64(arguments + 16);
        final long partial = ElementMemory.loadI64(arguments + 48);
        final long block = ElementMemory.loadI64(arguments + 56);
        final long blocks = ElementMemory.loadI64(arguments + 64);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, n_n);
            final long partial_3 = partial + item * (64L*Math.floorDiv(8L*n_d + 63L, 64L));
            final long partial_4 = partial_3 + n_d * 4;
            for (long i1 = 0; i1 < n_d; ++i1) {
                ElementMemory.storeI32(partial_3 + i1 * 4, true ? -1 : 0);
                ElementMemory.storeI32(partial_4 + i1 * 4, false ? -1 : 0);
            }
            for (long row = first; row < last; ++row) {
                final long i0 = row;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    boolean acc_3 = (ElementMemory.loadI32(partial_3 + i1 * 4) != 0);
                    boolean acc_4 = (ElementMemory.loadI32(partial_4 + i1 * 4) != 0);
                    final boolean v_m = ElementMemory.loadBOOL(p_m + (i0 * n_d + i1));
                    acc_3 = acc_3 & v_m;
                    acc_4 = acc_4 | v_m;
                    ElementMemory.storeI32(partial_3 + i1 * 4, acc_3 ? -1 : 0);
                    ElementMemory.storeI32(partial_4 + i1 * 4, acc_4 ? -1 : 0);
                }
            }
        }
    }

    private static void kernel_columns_1_finish(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_m = ElementMemory.loadI64(arguments + 0);
        final long p_3_1 = ElementMemory.loadI64(arguments + 8);
        final long p_4_2 = ElementMemory.loadI64(arguments + 16);
        final long partial = ElementMemory.loadI64(arguments + 48);
        final long block = ElementMemory.loadI64(arguments + 56);
        final long blocks = ElementMemory.loadI64(arguments + 64);
        for (long i1 = begin; i1 < end; ++i1) {
            boolean acc_3 = true;
            boolean acc_4 = false;
            for (long item = 0; item < blocks; ++item) {
                final long partial_3 = partial + item * (64L*Math.floorDiv(8L*n_d + 63L, 64L));
                final long partial_4 = partial_3 + n_d * 4;
                acc_3 = acc_3 & (ElementMemory.loadI32(partial_3 + i1 * 4) != 0);
                acc_4 = acc_4 | (ElementMemory.loadI32(partial_4 + i1 * 4) != 0);
            }
            final boolean v_3 = acc_3;
            final boolean v_4 = acc_4;
            ElementMemory.storeBOOL(p_3_1 + i1, v_3);
            ElementMemory.storeBOOL(p_4_2 + i1, v_4);
        }
    }

}
