package io.graphkernel.examples.benchmarks;

import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/**
 * {@link BenchmarkOps#seedGraph} with declared shapes, in a stub that contains its launch or as a plan that the runtime
 * interprets.
 */
final class DeclaredSeedGraph implements AutoCloseable {
    private static final String METHODS = """
            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.Tensor;

            public final class Declared {
                @GraphKernel
                public static Tensor seedGraph(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
                    Tensor b = pow(mul(x, 2.0), 3.0);
                    return mul(sub(b, y), b);
                }
            }
            """;

    private static final String CALLER = "DeclaredCaller";

    /** Calls the stub like any other class, without reflection. */
    private static final String CALLS = """
            import io.graphkernel.runtime.Tensor;

            public final class DeclaredCaller implements java.util.function.Function<Tensor[], Runnable> {
                @Override
                public Runnable apply(Tensor[] operands) {
                    Tensor x = operands[0];
                    Tensor y = operands[1];
                    Tensor out = operands[2];
                    return () -> DeclaredKernels.seedGraph(x, y, out);
                }
            }
            """;

    private final CompiledStub stub;

    /**
     * Compiles the graph.
     *
     * @param inlineLaunchLimit maximum number of launches that the stub contains as code
     */
    DeclaredSeedGraph(int inlineLaunchLimit) throws IOException {
        stub = new CompiledStub(inlineLaunchLimit, Map.of("Declared", METHODS, CALLER, CALLS));
    }

    /** Returns a call with a result argument, usable until this is closed. */
    @SuppressWarnings("unchecked")
    Runnable call(Tensor x, Tensor y, Tensor out) throws ReflectiveOperationException {
        return ((Function<Tensor[], Runnable>) stub.instance(CALLER)).apply(new Tensor[] {x, y, out});
    }

    @Override
    public void close() throws IOException {
        stub.close();
    }
}
