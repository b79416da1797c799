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
            case 0 -> kernel_kept_0(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_kept_0(long arguments, long begin, long end, long scratch) {
        final long n_b = ElementMemory.loadI64(arguments + 24);
        final long n_n = ElementMemory.loadI64(arguments + 32);
        final long n_d = ElementMemory.loadI64(arguments + 40);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_5_2 = ElementMemory.loadI64(arguments + 16);
        final long saved_1 = scratch;
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            double acc_2 = Double.NEGATIVE_INFINITY;
            for (long i1 = 0; i1 < (n_d > 0 ? n_n : 0); ++i1) {
                for (long i2 = 0; i2 < n_d; ++i2) {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * (n_d*n_n) + i1 * n_d + i2) * 4);
                    final float v_y = ElementMemory.loadF32(p_y + i2 * 4);
                    final float v_0 = ScalarMath.floorMod(v_x, (7.0f));
                    final float v_1 = v_0 + v_y;
                    ElementMemory.storeF32(saved_1 + (i1 * n_d + i2) * 4, v_1);
                    acc_2 = ScalarMath.maximum(acc_2, v_1);
                }
            }
            final float v_2 = (float) acc_2;
            double acc_4 = 0.0;
            for (long i1 = 0; i1 < (n_d > 0 ? n_n : 0); ++i1) {
                for (long i2 = 0; i2 < n_d; ++i2) {
                    final float v_1 = ElementMemory.loadF32(saved_1 + (i1 * n_d + i2) * 4);
                    final float v_3 = v_1 - v_2;
                    acc_4 = acc_4 + v_3;
                }
            }
            final float v_4 = (float) acc_4;
            for (long i1 = 0; i1 < (n_d > 0 ? n_n : 0); ++i1) {
                for (long i2 = 0; i2 < n_d; ++i2) {
                    final float v_1 = ElementMemory.loadF32(saved_1 + (i1 * n_d + i2) * 4);
                    final float v_3 = v_1 - v_2;
                    final float v_5 = v_3 + v_4;
                    ElementMemory.storeF32(p_5_2 + (i0 * (n_d*n_n) + i1 * n_d + i2) * 4, v_5);
                }
            }
        }
    }

}
