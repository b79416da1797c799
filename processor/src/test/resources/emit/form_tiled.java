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
            case 0 -> kernel_tiled_0(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_tiled_0(long arguments, long begin, long end, long scratch) {
        final long n_d = ElementMemory.loadI64(arguments + 40);
        final long n_n = ElementMemory.loadI64(arguments + 48);
        final long p_0 = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_bias = ElementMemory.loadI64(arguments + 16);
        final long p_keep = ElementMemory.loadI64(arguments + 24);
        final long p_3_4 = ElementMemory.loadI64(arguments + 32);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            final boolean v_keep = ElementMemory.loadBOOL(p_keep + i0);
            for (long i1 = 0; i1 < n_n; ++i1) {
                {
                    final float v_0 = ElementMemory.loadF32(p_0 + (i0 + i1 * n_d) * 4);
                    final float v_y = ElementMemory.loadF32(p_y + (i0 * n_n + i1) * 4);
                    final float v_bias = ElementMemory.loadF32(p_bias + i1 * 4);
                    final float v_1 = v_0 + v_y;
                    final float v_2 = v_1 + v_bias;
                    final float v_3 = v_keep ? v_2 : v_y;
                    ElementMemory.storeF32(p_3_4 + (i0 * n_n + i1) * 4, v_3);
                }
            }
        }
    }

}
