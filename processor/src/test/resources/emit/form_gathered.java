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
            case 0 -> kernel_gathered_0(arguments, begin, end, scratch);
            case 1 -> kernel_gathered_1(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_gathered_0(long arguments, long begin, long end, long scratch) {
        final long n_b = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long n_n = ElementMemory.loadI64(arguments + 40);
        final long p_0 = ElementMemory.loadI64(arguments + 0);
        final long p_rows = ElementMemory.loadI64(arguments + 8);
        final long p_1_2 = ElementMemory.loadI64(arguments + 16);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            final long v_rows = ElementMemory.loadI64(p_rows + i0 * 8);
            for (long i1 = 0; i1 < n_d; ++i1) {
                {
                    final long place_0 = Casts.index(v_rows, n_n);
                    final float v_0 = place_0 >= 0 ? ElementMemory.loadF32(p_0 + (i1 + place_0 * n_d) * 4) : 0;
                    final float v_1 = ScalarMath.neg(v_0);
                    ElementMemory.storeF32(p_1_2 + (i0 * n_d + i1) * 4, v_1);
                }
            }
        }
    }

    private static void kernel_gathered_1(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 32);
        final long n_d = ElementMemory.loadI64(arguments + 40);
        final long p_2 = ElementMemory.loadI64(arguments + 0);
        final long p_columns = ElementMemory.loadI64(arguments + 8);
        final long p_x = ElementMemory.loadI64(arguments + 16);
        final long p_3_3 = ElementMemory.loadI64(arguments + 24);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            for (long i1 = 0; i1 < n_d; ++i1) {
                {
                    final int v_columns = ElementMemory.loadI32(p_columns + i1 * 4);
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final long place_2 = Casts.index(v_columns, n_d);
                    final float v_2 = place_2 >= 0 ? ElementMemory.loadF32(p_2 + (i0 * n_d + place_2) * 4) : 0;
                    final float v_3 = v_2 + v_x;
                    ElementMemory.storeF32(p_3_3 + (i0 * n_d + i1) * 4, v_3);
                }
            }
        }
    }

}
