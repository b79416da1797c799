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
            case 0 -> kernel_crossedShort_0(arguments, begin, end, scratch);
            case 1 -> kernel_crossedShort_0_finish(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_crossedShort_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 56);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_g = ElementMemory.loadI64(arguments + 8);
        final long p_p = ElementMemory.loadI64(arguments + 16);
        final long p_0_3 = ElementMemory.loadI64(arguments + 24);
        final long p_4_4 = ElementMemory.loadI64(arguments + 32);
        final long p_6_5 = ElementMemory.loadI64(arguments + 40);
        final long p_7_6 = ElementMemory.loadI64(arguments + 48);
        final long partial = ElementMemory.loadI64(arguments + 72);
        final long block = ElementMemory.loadI64(arguments + 80);
        final long blocks = ElementMemory.loadI64(arguments + 88);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, n_n);
            final long partial_4 = partial + item * 64L;
            for (long i1 = 0; i1 < 5L; ++i1) {
                ElementMemory.storeF32(partial_4 + i1 * 4, (float) Double.NEGATIVE_INFINITY);
            }
            for (long row = first; row < last; ++row) {
                final long i0 = row;
                double acc_0 = Double.NEGATIVE_INFINITY;
                for (long i1 = 0; i1 < 5L; ++i1) {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * 5L + i1) * 4);
                    acc_0 = ScalarMath.maximum(acc_0, v_x);
                }
                final float v_0 = (float) acc_0;
                for (long i1 = 0; i1 < 5L; ++i1) {
                    double acc_4 = ElementMemory.loadF32(partial_4 + i1 * 4);
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * 5L + i1) * 4);
                    final float v_g = ElementMemory.loadF32(p_g + i1 * 4);
                    final float v_p = ElementMemory.loadF32(p_p + (i0 * 5L + i1) * 4);
                    final float v_1 = v_x - v_0;
                    final float v_2 = v_1 + v_g;
                    final float v_3 = v_2 + v_p;
                    acc_4 = ScalarMath.maximum(acc_4, v_3);
                    ElementMemory.storeF32(p_7_6 + (i0 * 5L + i1) * 4, v_3);
                    ElementMemory.storeF32(partial_4 + i1 * 4, (float) acc_4);
                }
                ElementMemory.storeF32(p_0_3 + i0 * 4, v_0);
            }
        }
    }

    private static void kernel_crossedShort_0_finish(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 56);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_g = ElementMemory.loadI64(arguments + 8);
        final long p_p = ElementMemory.loadI64(arguments + 16);
        final long p_0_3 = ElementMemory.loadI64(arguments + 24);
        final long p_4_4 = ElementMemory.loadI64(arguments + 32);
        final long p_6_5 = ElementMemory.loadI64(arguments + 40);
        final long p_7_6 = ElementMemory.loadI64(arguments + 48);
        final long partial = ElementMemory.loadI64(arguments + 72);
        final long block = ElementMemory.loadI64(arguments + 80);
        final long blocks = ElementMemory.loadI64(arguments + 88);
        for (long i1 = begin; i1 < end; ++i1) {
            double acc_4 = Double.NEGATIVE_INFINITY;
            for (long item = 0; item < blocks; ++item) {
                final long partial_4 = partial + item * 64L;
                acc_4 = ScalarMath.maximum(acc_4, ElementMemory.loadF32(partial_4 + i1 * 4));
            }
            final float v_4 = (float) acc_4;
            final float v_g = ElementMemory.loadF32(p_g + i1 * 4);
            final float v_5 = ScalarMath.maximum(v_g, v_4);
            ElementMemory.storeF32(p_4_4 + i1 * 4, v_4);
            ElementMemory.storeF32(p_6_5 + i1 * 4, v_5);
        }
    }

}
