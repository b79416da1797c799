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
            case 0 -> kernel_full_0(arguments, begin, end, scratch);
            case 1 -> kernel_full_0_finish(arguments, begin, end, scratch);
            case 2 -> kernel_full_1(arguments, begin, end, scratch);
            case 3 -> kernel_full_1_finish(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_full_0(long arguments, long begin, long end, long scratch) {
        final long n_d = ElementMemory.loadI64(arguments + 16);
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long p_m = ElementMemory.loadI64(arguments + 0);
        final long p_0_1 = ElementMemory.loadI64(arguments + 8);
        final long partial = ElementMemory.loadI64(arguments + 40);
        final long block = ElementMemory.loadI64(arguments + 48);
        final long blocks = ElementMemory.loadI64(arguments + 56);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, (n_d*n_n));
            boolean acc_0 = false;
            for (long i0 = first; i0 < last; ++i0) {
                final boolean v_m = ElementMemory.loadBOOL(p_m + i0);
                acc_0 = acc_0 | v_m;
            }
            ElementMemory.storeI32(partial + 8 * (0 * blocks + item), acc_0 ? -1 : 0);
        }
    }

    private static void kernel_full_0_finish(long arguments, long begin, long end, long scratch) {
        final long n_d = ElementMemory.loadI64(arguments + 16);
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long p_m = ElementMemory.loadI64(arguments + 0);
        final long p_0_1 = ElementMemory.loadI64(arguments + 8);
        final long partial = ElementMemory.loadI64(arguments + 40);
        final long block = ElementMemory.loadI64(arguments + 48);
        final long blocks = ElementMemory.loadI64(arguments + 56);
        boolean acc_0 = false;
        for (long item = 0; item < blocks; ++item) {
            acc_0 = acc_0 | (ElementMemory.loadI32(partial + 8 * (0 * blocks + item)) != 0);
        }
        final boolean v_0 = acc_0;
        ElementMemory.storeBOOL(p_0_1, v_0);
    }

    private static void kernel_full_1(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_4_2 = ElementMemory.loadI64(arguments + 16);
        final long partial = ElementMemory.loadI64(arguments + 48);
        final long block = ElementMemory.loadI64(arguments + 56);
        final long blocks = ElementMemory.loadI64(arguments + 64);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, n_n);
            double acc_2 = Double.POSITIVE_INFINITY;
            double acc_3 = 0.0;
            for (long row = first; row < last; ++row) {
                final long i0 = row;
                final float v_y = ElementMemory.loadF32(p_y + i0 * 4);
                for (long i1 = 0; i1 < n_d; ++i1) {
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final float v_1 = v_x + v_y;
                    acc_2 = ScalarMath.minimum(acc_2, v_1);
                    acc_3 = acc_3 + v_x;
                }
            }
            ElementMemory.storeF32(partial + 8 * (0 * blocks + item), (float) acc_2);
            ElementMemory.storeF32(partial + 8 * (1 * blocks + item), (float) acc_3);
        }
    }

    private static void kernel_full_1_finish(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_4_2 = ElementMemory.loadI64(arguments + 16);
        final long partial = ElementMemory.loadI64(arguments + 48);
        final long block = ElementMemory.loadI64(arguments + 56);
        final long blocks = ElementMemory.loadI64(arguments + 64);
        double acc_2 = Double.POSITIVE_INFINITY;
        double acc_3 = 0.0;
        for (long item = 0; item < blocks; ++item) {
            acc_2 = ScalarMath.minimum(acc_2, ElementMemory.loadF32(partial + 8 * (0 * blocks + item)));
            acc_3 = acc_3 + ElementMemory.loadF32(partial + 8 * (1 * blocks + item));
        }
        final float v_2 = (float) acc_2;
        final float v_3 = (float) acc_3;
        final float v_4 = v_2 + v_3;
        ElementMemory.storeF32(p_4_2, v_4);
    }

}
