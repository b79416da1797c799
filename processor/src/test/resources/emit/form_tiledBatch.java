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
            case 0 -> kernel_tiledBatch_0(arguments, begin, end, scratch);
            case 1 -> kernel_tiledBatch_1(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_tiledBatch_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 16);
        final long n_b = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_0 = ElementMemory.loadI64(arguments + 0);
        final long p_1_1 = ElementMemory.loadI64(arguments + 8);
        for (long row = begin; row < end; ++row) {
            final long i1 = row % n_b;
            final long i0 = row / n_b;
            for (long i2 = 0; i2 < n_d; ++i2) {
                {
                    final float v_0 = ElementMemory.loadF32(p_0 + (i0 * n_d + i1 * (n_d*n_n) + i2) * 4);
                    final float v_1 = ScalarMath.neg(v_0);
                    ElementMemory.storeF32(p_1_1 + (i0 * (n_b*n_d) + i1 * n_d + i2) * 4, v_1);
                }
            }
        }
    }

    private static void kernel_tiledBatch_1(long arguments, long begin, long end, long scratch) {
        final long n_d = ElementMemory.loadI64(arguments + 24);
        final long n_b = ElementMemory.loadI64(arguments + 32);
        final long n_n = ElementMemory.loadI64(arguments + 40);
        final long p_2 = ElementMemory.loadI64(arguments + 0);
        final long p_4 = ElementMemory.loadI64(arguments + 8);
        final long p_5_2 = ElementMemory.loadI64(arguments + 16);
        for (long row = begin; row < end; ++row) {
            final long i1 = row % n_b;
            final long i0 = row / n_b;
            final float v_4 = ElementMemory.loadF32(p_4 + (i0 + i1 * n_d) * 4);
            for (long i2 = 0; i2 < n_n; ++i2) {
                {
                    final float v_2 = ElementMemory.loadF32(p_2 + (i0 + i1 * (n_d*n_n) + i2 * n_d) * 4);
                    final float v_5 = v_2 + v_4;
                    ElementMemory.storeF32(p_5_2 + (i0 * (n_b*n_n) + i1 * n_n + i2) * 4, v_5);
                }
            }
        }
    }

}
