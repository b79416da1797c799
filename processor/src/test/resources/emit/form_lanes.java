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
            case 0 -> kernel_lanes_0(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_lanes_0(long arguments, long begin, long end, long scratch) {
        final long n_b = ElementMemory.loadI64(arguments + 32);
        final long n_n = ElementMemory.loadI64(arguments + 40);
        final long n_d = ElementMemory.loadI64(arguments + 48);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_3_2 = ElementMemory.loadI64(arguments + 16);
        final long p_4_3 = ElementMemory.loadI64(arguments + 24);
        final long tiles = (n_d + 63) / 64;
        for (long item = begin; item < end; ++item) {
            final long row = item / tiles;
            final long i0 = row;
            final long first = item % tiles * 64;
            for (long i2 = first; i2 < Math.min(first + 64, n_d); ++i2) {
                final float v_y = ElementMemory.loadF32(p_y + i2 * 4);
                double acc_0 = Double.NEGATIVE_INFINITY;
                for (long i1 = 0; i1 < (n_d > 0 ? n_n : 0); ++i1) {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * (n_d*n_n) + i1 * n_d + i2) * 4);
                    acc_0 = ScalarMath.maximum(acc_0, v_x);
                }
                final float v_0 = (float) acc_0;
                double acc_2 = 0.0;
                for (long i1 = 0; i1 < (n_d > 0 ? n_n : 0); ++i1) {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * (n_d*n_n) + i1 * n_d + i2) * 4);
                    final float v_1 = v_x - v_0;
                    acc_2 = acc_2 + v_1;
                }
                final float v_2 = (float) acc_2;
                final float v_4 = v_2 + v_y;
                for (long i1 = 0; i1 < (n_d > 0 ? n_n : 0); ++i1) {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * (n_d*n_n) + i1 * n_d + i2) * 4);
                    final float v_1 = v_x - v_0;
                    final float v_3 = v_1 + v_2;
                    ElementMemory.storeF32(p_3_2 + (i0 * (n_d*n_n) + i1 * n_d + i2) * 4, v_3);
                }
                ElementMemory.storeF32(p_4_3 + (i0 * n_d + i2) * 4, v_4);
            }
        }
    }

}
