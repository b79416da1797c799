package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.Map;

/** What the ops of an interpreted graph compute. */
public interface Arithmetic {

    /** Integers modulo a prime. */
    Arithmetic MODEL = new Arithmetic() {
        @Override
        public long apply(Node node, long[] x) {
            return ModelArithmetic.apply(node, x);
        }

        @Override
        public long identity(Node reduction) {
            return ModelArithmetic.identity(reduction);
        }

        @Override
        public long combine(Node reduction, long a, long b) {
            return ModelArithmetic.combine(reduction, a, b);
        }

        @Override
        public long number(Node node, Map<String, Dim> sizes) {
            return ModelArithmetic.number(node, sizes);
        }
    };

    /** The result of an elementwise op. */
    long apply(Node node, long[] x);

    /** What a reduction or scan of nothing gives. */
    long identity(Node reduction);

    /** What a reduction or scan makes of two values. */
    long combine(Node reduction, long a, long b);

    /** The value of a number. */
    long number(Node node, Map<String, Dim> sizes);
}
