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
            case 0 -> kernel_rows_0(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_rows_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 32);
        final long n_d = ElementMemory.loadI64(arguments + 40);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_m = ElementMemory.loadI64(arguments + 8);
        final long p_5_2 = ElementMemory.loadI64(arguments + 16);
        final long p_6_3 = ElementMemory.loadI64(arguments + 24);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            double acc_0 = 0.0;
            for (long i1 = 0; i1 < n_d; ++i1) {
                final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                acc_0 = acc_0 + v_x;
            }
            final float v_0 = (float) acc_0;
            boolean acc_4 = false;
            boolean acc_6 = true;
            for (long i1 = 0; i1 < n_d; ++i1) {
                final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                final boolean v_m = ElementMemory.loadBOOL(p_m + (i0 * n_d + i1));
                final float v_1 = v_x - v_0;
                final boolean v_2 = v_1 > v_x;
                final boolean v_3 = v_2 & v_m;
                acc_4 = acc_4 | v_3;
                acc_6 = acc_6 & v_2;
            }
            final boolean v_4 = acc_4;
            final boolean v_6 = acc_6;
            for (long i1 = 0; i1 < n_d; ++i1) {
                final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                final float v_1 = v_x - v_0;
                final float v_5 = v_4 ? v_1 : v_x;
                ElementMemory.storeF32(p_5_2 + (i0 * n_d + i1) * 4, v_5);
            }
            ElementMemory.storeBOOL(p_6_3 + i0, v_6);
        }
    }

}
