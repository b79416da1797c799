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
            case 0 -> kernel_crossedMasks_0(arguments, begin, end, scratch);
            case 1 -> kernel_crossedMasks_0_finish(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_crossedMasks_0(long arguments, long begin, long end, long scratch) {
        final long n_b = ElementMemory.loadI64(arguments + 56);
        final long n_n = ElementMemory.loadI64(arguments + 64);
        final long n_d = ElementMemory.loadI64(arguments + 72);
        final long p_0 = ElementMemory.loadI64(arguments + 0);
        final long p_x = ElementMemory.loadI64(arguments + 8);
        final long p_m = ElementMemory.loadI64(arguments + 16);
        final long p_4_3 = ElementMemory.loadI64(arguments + 24);
        final long p_5_4 = ElementMemory.loadI64(arguments + 32);
        final long p_6_5 = ElementMemory.loadI64(arguments + 40);
        final long p_7_6 = ElementMemory.loadI64(arguments + 48);
        final long partial = ElementMemory.loadI64(arguments + 88);
        final long block = ElementMemory.loadI64(arguments + 96);
        final long blocks = ElementMemory.loadI64(arguments + 104);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, (n_b*n_n));
            final long partial_7 = partial + item * (64L*Math.floorDiv(12L*n_d + 63L, 64L));
            final long partial_4 = partial_7 + n_d * 4;
            final long partial_6 = partial_4 + n_d * 4;
            for (long i1 = 0; i1 < n_d; ++i1) {
                ElementMemory.storeF32(partial_7 + i1 * 4, (float) Double.NEGATIVE_INFINITY);
                ElementMemory.storeI32(partial_4 + i1 * 4, false ? -1 : 0);
                ElementMemory.storeI32(partial_6 + i1 * 4, true ? -1 : 0);
            }
            for (long row = first; row < last; ++row) {
                final long i0 = row;
                double acc_1 = Double.NEGATIVE_INFINITY;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    double acc_7 = ElementMemory.loadF32(partial_7 + i1 * 4);
                    final float v_0 = ElementMemory.loadF32(p_0 + ((n_d - 1L) + i0 * n_d + i1 * -1L) * 4);
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    acc_1 = ScalarMath.maximum(acc_1, v_0);
                    acc_7 = ScalarMath.maximum(acc_7, v_x);
                    ElementMemory.storeF32(partial_7 + i1 * 4, (float) acc_7);
                }
                final float v_1 = (float) acc_1;
                boolean acc_5 = true;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    boolean acc_4 = (ElementMemory.loadI32(partial_4 + i1 * 4) != 0);
                    boolean acc_6 = (ElementMemory.loadI32(partial_6 + i1 * 4) != 0);
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final boolean v_m = ElementMemory.loadBOOL(p_m + (i0 * n_d + i1));
                    final boolean v_2 = v_1 > v_x;
                    final boolean v_3 = v_2 & v_m;
                    acc_4 = acc_4 | v_3;
                    acc_5 = acc_5 & v_3;
                    acc_6 = acc_6 & v_3;
                    ElementMemory.storeI32(partial_4 + i1 * 4, acc_4 ? -1 : 0);
                    ElementMemory.storeI32(partial_6 + i1 * 4, acc_6 ? -1 : 0);
                }
                final boolean v_5 = acc_5;
                ElementMemory.storeBOOL(p_5_4 + i0, v_5);
            }
        }
    }

    private static void kernel_crossedMasks_0_finish(long arguments, long begin, long end, long scratch) {
        final long n_b = ElementMemory.loadI64(arguments + 56);
        final long n_n = ElementMemory.loadI64(arguments + 64);
        final long n_d = ElementMemory.loadI64(arguments + 72);
        final long p_0 = ElementMemory.loadI64(arguments + 0);
        final long p_x = ElementMemory.loadI64(arguments + 8);
        final long p_m = ElementMemory.loadI64(arguments + 16);
        final long p_4_3 = ElementMemory.loadI64(arguments + 24);
        final long p_5_4 = ElementMemory.loadI64(arguments + 32);
        final long p_6_5 = ElementMemory.loadI64(arguments + 40);
        final long p_7_6 = ElementMemory.loadI64(arguments + 48);
        final long partial = ElementMemory.loadI64(arguments + 88);
        final long block = ElementMemory.loadI64(arguments + 96);
        final long blocks = ElementMemory.loadI64(arguments + 104);
        for (long i1 = begin; i1 < end; ++i1) {
            double acc_7 = Double.NEGATIVE_INFINITY;
            boolean acc_4 = false;
            boolean acc_6 = true;
            for (long item = 0; item < blocks; ++item) {
                final long partial_7 = partial + item * (64L*Math.floorDiv(12L*n_d + 63L, 64L));
                final long partial_4 = partial_7 + n_d * 4;
                final long partial_6 = partial_4 + n_d * 4;
                acc_7 = ScalarMath.maximum(acc_7, ElementMemory.loadF32(partial_7 + i1 * 4));
                acc_4 = acc_4 | (ElementMemory.loadI32(partial_4 + i1 * 4) != 0);
                acc_6 = acc_6 & (ElementMemory.loadI32(partial_6 + i1 * 4) != 0);
            }
            final float v_7 = (float) acc_7;
            final boolean v_4 = acc_4;
            final boolean v_6 = acc_6;
            ElementMemory.storeBOOL(p_4_3 + i1, v_4);
            ElementMemory.storeBOOL(p_6_5 + i1, v_6);
            ElementMemory.storeF32(p_7_6 + i1 * 4, v_7);
        }
    }

}
