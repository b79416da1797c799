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
            case 0 -> kernel_numbered_0(arguments, begin, end, scratch);
            case 1 -> kernel_numbered_1(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_numbered_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 8);
        final long n_d = ElementMemory.loadI64(arguments + 16);
        final long p_2_0 = ElementMemory.loadI64(arguments + 0);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            for (long i1 = 0; i1 < n_d; ++i1) {
                {
                    final long v_0 = i0 * n_d + i1;
                    final long v_1 = i1;
                    final long v_2 = v_0 - v_1;
                    ElementMemory.storeI64(p_2_0 + (i0 * n_d + i1) * 8, v_2);
                }
            }
        }
    }

    private static void kernel_numbered_1(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 16);
        final long n_d = ElementMemory.loadI64(arguments + 24);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_5_1 = ElementMemory.loadI64(arguments + 8);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            for (long i1 = 0; i1 < n_d; ++i1) {
                {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final long v_3 = i1;
                    final float v_4 = Casts.toF32(v_3);
                    final float v_5 = v_x + v_4;
                    ElementMemory.storeF32(p_5_1 + (i0 * n_d + i1) * 4, v_5);
                }
            }
        }
    }

}
