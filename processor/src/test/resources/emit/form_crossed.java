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
            case 0 -> kernel_crossed_0(arguments, begin, end, scratch);
            case 1 -> kernel_crossed_0_finish(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_crossed_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 72);
        final long n_d = ElementMemory.loadI64(arguments + 80);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_w = ElementMemory.loadI64(arguments + 8);
        final long p_g = ElementMemory.loadI64(arguments + 16);
        final long p_y = ElementMemory.loadI64(arguments + 24);
        final long p_3_4 = ElementMemory.loadI64(arguments + 32);
        final long p_6_5 = ElementMemory.loadI64(arguments + 40);
        final long p_8_6 = ElementMemory.loadI64(arguments + 48);
        final long p_9_7 = ElementMemory.loadI64(arguments + 56);
        final long p_10_8 = ElementMemory.loadI64(arguments + 64);
        final long saved_2 = scratch;
        final long partial = ElementMemory.loadI64(arguments + 96);
        final long block = ElementMemory.loadI64(arguments + 104);
        final long blocks = ElementMemory.loadI64(arguments + 112);
        for (long item = begin; item < end; ++item) {
            final long first = item * block;
            final long last = Math.min(first + block, n_n);
            final long partial_7 = partial + item * (64L*Math.floorDiv(12L*n_d + 63L, 64L));
            final long partial_8 = partial_7 + n_d * 4;
            final long partial_9 = partial_8 + n_d * 4;
            for (long i1 = 0; i1 < n_d; ++i1) {
                ElementMemory.storeF32(partial_7 + i1 * 4, (float) 0.0);
                ElementMemory.storeF32(partial_8 + i1 * 4, (float) Double.NEGATIVE_INFINITY);
                ElementMemory.storeF32(partial_9 + i1 * 4, (float) 0.0);
            }
            for (long row = first; row < last; ++row) {
                final long i0 = row;
                final float v_w = ElementMemory.loadF32(p_w + i0 * 4);
                double acc_3 = 0.0;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    double acc_7 = ElementMemory.loadF32(partial_7 + i1 * 4);
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final float v_g = ElementMemory.loadF32(p_g + i1 * 4);
                    final float v_y = ElementMemory.loadF32(p_y + (i0 * n_d + i1) * 4);
                    final float v_0 = v_x - v_w;
                    final float v_1 = ScalarMath.floorMod(v_0, (7.0f));
                    final float v_2 = v_1 + v_g;
                    ElementMemory.storeF32(saved_2 + i1 * 4, v_2);
                    acc_3 = acc_3 + v_2;
                    acc_7 = acc_7 + v_y;
                    ElementMemory.storeF32(partial_7 + i1 * 4, (float) acc_7);
                }
                final float v_3 = (float) acc_3;
                double acc_5 = Double.POSITIVE_INFINITY;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    double acc_8 = ElementMemory.loadF32(partial_8 + i1 * 4);
                    final float v_2 = ElementMemory.loadF32(saved_2 + i1 * 4);
                    final float v_4 = v_2 - v_3;
                    acc_5 = ScalarMath.minimum(acc_5, v_4);
                    acc_8 = ScalarMath.maximum(acc_8, v_4);
                    ElementMemory.storeF32(partial_8 + i1 * 4, (float) acc_8);
                }
                final float v_5 = (float) acc_5;
                for (long i1 = 0; i1 < n_d; ++i1) {
                    double acc_9 = ElementMemory.loadF32(partial_9 + i1 * 4);
                    final float v_y = ElementMemory.loadF32(p_y + (i0 * n_d + i1) * 4);
                    final float v_6 = v_y + v_5;
                    acc_9 = acc_9 + v_6;
                    ElementMemory.storeF32(p_6_5 + (i0 * n_d + i1) * 4, v_6);
                    ElementMemory.storeF32(partial_9 + i1 * 4, (float) acc_9);
                }
                ElementMemory.storeF32(p_3_4 + i0 * 4, v_3);
            }
        }
    }

    private static void kernel_crossed_0_finish(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 72);
        final long n_d = ElementMemory.loadI64(arguments + 80);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_w = ElementMemory.loadI64(arguments + 8);
        final long p_g = ElementMemory.loadI64(arguments + 16);
        final long p_y = ElementMemory.loadI64(arguments + 24);
        final long p_3_4 = ElementMemory.loadI64(arguments + 32);
        final long p_6_5 = ElementMemory.loadI64(arguments + 40);
        final long p_8_6 = ElementMemory.loadI64(arguments + 48);
        final long p_9_7 = ElementMemory.loadI64(arguments + 56);
        final long p_10_8 = ElementMemory.loadI64(arguments + 64);
        final long saved_2 = scratch;
        final long partial = ElementMemory.loadI64(arguments + 96);
        final long block = ElementMemory.loadI64(arguments + 104);
        final long blocks = ElementMemory.loadI64(arguments + 112);
        for (long i1 = begin; i1 < end; ++i1) {
            double acc_7 = 0.0;
            double acc_8 = Double.NEGATIVE_INFINITY;
            double acc_9 = 0.0;
            for (long item = 0; item < blocks; ++item) {
                final long partial_7 = partial + item * (64L*Math.floorDiv(12L*n_d + 63L, 64L));
                final long partial_8 = partial_7 + n_d * 4;
                final long partial_9 = partial_8 + n_d * 4;
                acc_7 = acc_7 + ElementMemory.loadF32(partial_7 + i1 * 4);
                acc_8 = ScalarMath.maximum(acc_8, ElementMemory.loadF32(partial_8 + i1 * 4));
                acc_9 = acc_9 + ElementMemory.loadF32(partial_9 + i1 * 4);
            }
            final float v_7 = (float) acc_7;
            final float v_8 = (float) acc_8;
            final float v_9 = (float) acc_9;
            final float v_g = ElementMemory.loadF32(p_g + i1 * 4);
            final float v_10 = v_7 + v_g;
            ElementMemory.storeF32(p_8_6 + i1 * 4, v_8);
            ElementMemory.storeF32(p_9_7 + i1 * 4, v_9);
            ElementMemory.storeF32(p_10_8 + i1 * 4, v_10);
        }
    }

}
