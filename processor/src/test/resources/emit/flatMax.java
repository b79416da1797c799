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
            case 0 -> kernel_flatMax_0(arguments, begin, end, scratch);
            case 1 -> kernel_flatMax_0_finish(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_flatMax_0(long arguments, long begin, long end, long scratch) {
        final long n_d = ElementMemory.loadI64(arguments + 16);
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_1_1 = ElementMemory.loadI64(arguments + 8);
        final long partial = ElementMemory.loadI64(arguments + 40);
        final long block = ElementMemory.loadI64(arguments + 48);
        final long blocks = ElementMemory.loadI64(arguments + 56);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, (n_d*n_n));
            double acc_1 = Double.NEGATIVE_INFINITY;
            for (long i0 = first; i0 < last; ++i0) {
                final float v_x = ElementMemory.loadF32(p_x + i0 * 4);
                final float v_0 = ScalarMath.abs(v_x);
                acc_1 = ScalarMath.maximum(acc_1, v_0);
            }
            ElementMemory.storeF32(partial + 8 * (0 * blocks + item), (float) acc_1);
        }
    }

    private static void kernel_flatMax_0_finish(long arguments, long begin, long end, long scratch) {
        final long n_d = ElementMemory.loadI64(arguments + 16);
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_1_1 = ElementMemory.loadI64(arguments + 8);
        final long partial = ElementMemory.loadI64(arguments + 40);
        final long block = ElementMemory.loadI64(arguments + 48);
        final long blocks = ElementMemory.loadI64(arguments + 56);
        double acc_1 = Double.NEGATIVE_INFINITY;
        for (long item = 0; item < blocks; ++item) {
            acc_1 = ScalarMath.maximum(acc_1, ElementMemory.loadF32(partial + 8 * (0 * blocks + item)));
        }
        final float v_1 = (float) acc_1;
        ElementMemory.storeF32(p_1_1, v_1);
    }

}
