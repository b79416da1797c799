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
            case 0 -> kernel_chosen_0(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_chosen_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_column = ElementMemory.loadI64(arguments + 0);
        final long p_x = ElementMemory.loadI64(arguments + 8);
        final long p_3_2 = ElementMemory.loadI64(arguments + 16);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            final long v_column = ElementMemory.loadI64(p_column + i0 * 8);
            double acc_3 = 0.0;
            for (long i1 = 0; i1 < n_d; ++i1) {
                final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                final long v_0 = i1;
                final boolean v_1 = v_0 == v_column;
                final float v_2 = v_1 ? v_x : (0.0f);
                acc_3 = acc_3 + v_2;
            }
            final float v_3 = (float) acc_3;
            ElementMemory.storeF32(p_3_2 + i0 * 4, v_3);
        }
    }

}
