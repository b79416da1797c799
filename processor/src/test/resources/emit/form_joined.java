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
            case 0 -> kernel_joined_0(arguments, begin, end, scratch);
            case 1 -> kernel_joined_1(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_joined_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_1_1 = ElementMemory.loadI64(arguments + 8);
        final long p_2_2 = ElementMemory.loadI64(arguments + 16);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            for (long i1 = 0; i1 < n_d; ++i1) {
                {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final float v_0 = ScalarMath.neg(v_x);
                    final float v_1 = v_0;
                    final float v_2 = v_0;
                    ElementMemory.storeF32(p_1_1 + (i0 * (2L*n_d) + i1) * 4, v_1);
                    ElementMemory.storeF32(p_2_2 + (i0 * n_d + i1) * 4, v_2);
                }
            }
        }
    }

    private static void kernel_joined_1(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_y = ElementMemory.loadI64(arguments + 0);
        final long p_4_1 = ElementMemory.loadI64(arguments + 8);
        final long p_5_2 = ElementMemory.loadI64(arguments + 16);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            for (long i1 = 0; i1 < n_d; ++i1) {
                {
                    final float v_y = ElementMemory.loadF32(p_y + (i0 * n_d + i1) * 4);
                    final float v_3 = ScalarMath.abs(v_y);
                    final float v_4 = v_3;
                    final float v_5 = v_3;
                    ElementMemory.storeF32(p_4_1 + (n_d + i0 * (2L*n_d) + i1) * 4, v_4);
                    ElementMemory.storeF32(p_5_2 + ((n_d*n_n) + i0 * n_d + i1) * 4, v_5);
                }
            }
        }
    }

}
