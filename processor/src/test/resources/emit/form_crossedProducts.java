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
            case 0 -> kernel_crossedProducts_0(arguments, begin, end, scratch);
            case 1 -> kernel_crossedProducts_0_finish(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_crossedProducts_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 40);
        final long n_d = ElementMemory.loadI64(arguments + 48);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_1_2 = ElementMemory.loadI64(arguments + 16);
        final long p_2_3 = ElementMemory.loadI64(arguments + 24);
        final long p_4_4 = ElementMemory.loadI64(arguments + 32);
        final long partial = ElementMemory.loadI64(arguments + 64);
        final long block = ElementMemory.loadI64(arguments + 72);
        final long blocks = ElementMemory.loadI64(arguments + 80);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, n_n);
            final long partial_1 = partial + item * (64L*Math.floorDiv(8L*n_d + 63L, 64L));
            final long partial_2 = partial_1 + n_d * 4;
            for (long i1 = 0; i1 < n_d; ++i1) {
                ElementMemory.storeF32(partial_1 + i1 * 4, (float) 1.0);
                ElementMemory.storeF32(partial_2 + i1 * 4, (float) Double.POSITIVE_INFINITY);
            }
            for (long row = first; row < last; ++row) {
                final long i0 = row;
                double acc_3 = 1.0;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    double acc_1 = ElementMemory.loadF32(partial_1 + i1 * 4);
                    double acc_2 = ElementMemory.loadF32(partial_2 + i1 * 4);
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final float v_y = ElementMemory.loadF32(p_y + (i0 * n_d + i1) * 4);
                    final float v_0 = v_x * v_y;
                    acc_1 = acc_1 * v_0;
                    acc_2 = ScalarMath.minimum(acc_2, v_0);
                    acc_3 = acc_3 * v_0;
                    ElementMemory.storeF32(partial_1 + i1 * 4, (float) acc_1);
                    ElementMemory.storeF32(partial_2 + i1 * 4, (float) acc_2);
                }
                final float v_3 = (float) acc_3;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final float v_4 = v_3 * v_x;
                    ElementMemory.storeF32(p_4_4 + (i0 * n_d + i1) * 4, v_4);
                }
            }
        }
    }

    private static void kernel_crossedProducts_0_finish(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 40);
        final long n_d = ElementMemory.loadI64(arguments + 48);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_1_2 = ElementMemory.loadI64(arguments + 16);
        final long p_2_3 = ElementMemory.loadI64(arguments + 24);
        final long p_4_4 = ElementMemory.loadI64(arguments + 32);
        final long partial = ElementMemory.loadI64(arguments + 64);
        final long block = ElementMemory.loadI64(arguments + 72);
        final long blocks = ElementMemory.loadI64(arguments + 80);
        for (long i1 = begin; i1 < end; ++i1) {
            double acc_1 = 1.0;
            double acc_2 = Double.POSITIVE_INFINITY;
            for (long item = 0; item < blocks; ++item) {
                final long partial_1 = partial + item * (64L*Math.floorDiv(8L*n_d + 63L, 64L));
                final long partial_2 = partial_1 + n_d * 4;
                acc_1 = acc_1 * ElementMemory.loadF32(partial_1 + i1 * 4);
                acc_2 = ScalarMath.minimum(acc_2, ElementMemory.loadF32(partial_2 + i1 * 4));
            }
            final float v_1 = (float) acc_1;
            final float v_2 = (float) acc_2;
            ElementMemory.storeF32(p_1_2 + i1 * 4, v_1);
            ElementMemory.storeF32(p_2_3 + i1 * 4, v_2);
        }
    }

}
