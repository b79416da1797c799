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
            case 0 -> kernel_netCompositeFuse_0_flat(arguments, begin, end, scratch);
            case 1 -> kernel_netCompositeFuse_0_rows(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_netCompositeFuse_0_flat(long arguments, long begin, long end, long scratch) {
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_2_1 = ElementMemory.loadI64(arguments + 8);
        final long step_x = BroadcastRows.step(arguments, 3, 0);
        for (long i = begin; i < end; ++i) {
            {
                final float v_x = ElementMemory.loadF32(p_x + i * step_x * 4);
                final float v_0 = v_x * (2.0f);
                final float v_1 = v_0 + (1.0f);
                final float v_2 = ScalarMath.cube(v_1);
                ElementMemory.storeF32(p_2_1 + i * 4, v_2);
            }
        }
    }

    private static void kernel_netCompositeFuse_0_rows(long arguments, long begin, long end, long scratch) {
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_2_1 = ElementMemory.loadI64(arguments + 8);
        final long step_x = BroadcastRows.step(arguments, 3, 0);
        final long inner = BroadcastRows.inner(arguments, 3);
        for (long row = begin; row < end; ++row) {
            final long p_x_row = p_x + BroadcastRows.offset(arguments, 3, 0, row) * 4;
            final long p_2_1_row = p_2_1 + row * inner * 4;
            for (long i = 0; i < inner; ++i) {
                {
                    final float v_x = ElementMemory.loadF32(p_x_row + i * step_x * 4);
                    final float v_0 = v_x * (2.0f);
                    final float v_1 = v_0 + (1.0f);
                    final float v_2 = ScalarMath.cube(v_1);
                    ElementMemory.storeF32(p_2_1_row + i * 4, v_2);
                }
            }
        }
    }

}
