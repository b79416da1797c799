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
            case 0 -> kernel_backwards_0(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_backwards_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_0 = ElementMemory.loadI64(arguments + 0);
        final long p_1 = ElementMemory.loadI64(arguments + 8);
        final long p_2_2 = ElementMemory.loadI64(arguments + 16);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            for (long i1 = 0; i1 < n_d; ++i1) {
                {
                    final float v_0 = ElementMemory.loadF32(p_0 + ((n_d - 1L) + i0 * n_d + i1 * -1L) * 4);
                    final float v_1 = ElementMemory.loadF32(p_1 + ((n_d*n_n - n_d) + i0 * (-n_d) + i1) * 4);
                    final float v_2 = v_0 + v_1;
                    ElementMemory.storeF32(p_2_2 + (i0 * n_d + i1) * 4, v_2);
                }
            }
        }
    }

}
