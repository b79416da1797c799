package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import java.util.Map;

/** Arithmetic of the ops of an interpreted graph. */
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

    /** Returns the result of an elementwise op. */
    long apply(Node node, long[] x);

    /** Returns the identity element of a reduction or scan. */
    long identity(Node reduction);

    /** Returns the combination of two values of a reduction or scan. */
    long combine(Node reduction, long a, long b);

    /** Returns the value of a number. */
    long number(Node node, Map<String, Dim> sizes);
}
