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
            case 0 -> kernel_interleaved_0(arguments, begin, end, scratch);
            case 1 -> kernel_interleaved_0_finish(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_interleaved_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 40);
        final long n_d = ElementMemory.loadI64(arguments + 48);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_z = ElementMemory.loadI64(arguments + 16);
        final long p_11_3 = ElementMemory.loadI64(arguments + 24);
        final long p_12_4 = ElementMemory.loadI64(arguments + 32);
        final long partial = ElementMemory.loadI64(arguments + 64);
        final long block = ElementMemory.loadI64(arguments + 72);
        final long blocks = ElementMemory.loadI64(arguments + 80);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, n_n);
            final long partial_12 = partial + item * (64L*Math.floorDiv(4L*n_d + 63L, 64L));
            for (long i1 = 0; i1 < n_d; ++i1) {
                ElementMemory.storeF32(partial_12 + i1 * 4, (float) 0.0);
            }
            for (long row = first; row < last; ++row) {
                final long i0 = row;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    double acc_12 = ElementMemory.loadF32(partial_12 + i1 * 4);
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final float v_y = ElementMemory.loadF32(p_y + i1 * 4);
                    final float v_z = ElementMemory.loadF32(p_z + (i0 * n_d + i1) * 4);
                    final float v_0 = ScalarMath.maximum(v_x, v_y);
                    final float v_1 = ScalarMath.minimum(v_0, v_z);
                    final float v_2 = v_1 - v_x;
                    final float v_3 = ScalarMath.maximum(v_2, v_z);
                    final float v_4 = v_3 * v_2;
                    final float v_5 = ScalarMath.minimum(v_4, v_x);
                    final float v_6 = v_5 + v_y;
                    final float v_7 = ScalarMath.maximum(v_6, v_1);
                    final float v_8 = ScalarMath.minimum(v_7, v_4);
                    final float v_9 = ScalarMath.maximum(v_8, v_z);
                    final float v_10 = ScalarMath.minimum(v_9, v_3);
                    final float v_11 = ScalarMath.maximum(v_10, v_5);
                    acc_12 = acc_12 + v_11;
                    ElementMemory.storeF32(p_11_3 + (i0 * n_d + i1) * 4, v_11);
                    ElementMemory.storeF32(partial_12 + i1 * 4, (float) acc_12);
                }
            }
        }
    }

    private static void kernel_interleaved_0_finish(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 40);
        final long n_d = ElementMemory.loadI64(arguments + 48);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_z = ElementMemory.loadI64(arguments + 16);
        final long p_11_3 = ElementMemory.loadI64(arguments + 24);
        final long p_12_4 = ElementMemory.loadI64(arguments + 32);
        final long partial = ElementMemory.loadI64(arguments + 64);
        final long block = ElementMemory.loadI64(arguments + 72);
        final long blocks = ElementMemory.loadI64(arguments + 80);
        for (long i1 = begin; i1 < end; ++i1) {
            double acc_12 = 0.0;
            for (long item = 0; item < blocks; ++item) {
                final long partial_12 = partial + item * (64L*Math.floorDiv(4L*n_d + 63L, 64L));
                acc_12 = acc_12 + ElementMemory.loadF32(partial_12 + i1 * 4);
            }
            final float v_12 = (float) acc_12;
            ElementMemory.storeF32(p_12_4 + i1 * 4, v_12);
        }
    }

}
