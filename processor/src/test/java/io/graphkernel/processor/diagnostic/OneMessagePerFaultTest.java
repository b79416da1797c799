package io.graphkernel.processor.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that one mistake is reported once, by javac or by the processor. {@link DiagnosticCorpusTest} requires the same of the
 * corpus.
 */
class OneMessagePerFaultTest {

    private static final String IMPORTS = """
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        import static io.graphkernel.runtime.Ops.*;
        import java.util.function.*;
        """;

    @TempDir
    Path directory;

    @DisplayName("G5: one fault, one message")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "static Tensor k(Tensor x, Tensor y) { return x + y; }",
                "static Tensor k(Tensor x, Tensor y) { Tensor z = x + y; return neg(z); }",
                "static Tensor k(Tensor x, Tensor y) { return neg(mul(x + y, 2)); }",
                "static Tensor k(Tensor x) { Tensor t = () -> neg(x); return t; }",
                "static Tensor k(Tensor x) { Supplier<Tensor> s = () -> neg(x); return s.get(); }",
                "static Tensor k(Tensor x) { Function<Tensor, Tensor> f = Ops::neg; return f.apply(x); }",
                "static Tensor k(Tensor x) { return neg(() -> x); }",
                "static Tensor k(Tensor x) { int i = 1.5; return mul(x, i); }",
                "static Tensor k(Tensor x) { boolean b = 1; return b ? x : neg(x); }",
                "static Tensor k(Tensor x) { if (1) { return x; } return neg(x); }",
                "static Tensor k(Tensor x) { if (x) { return x; } return neg(x); }",
                "static Tensor k(Tensor x) { return unknown; }",
                "static Tensor k(Tensor x) { return unknown(x); }",
                "static Tensor k(Tensor x) { return neg(unknown(x)); }",
                "static Tensor k(Tensor x) { Unknown u = neg(x); return x; }",
                "static Tensor k(Unknown x) { return neg(x); }",
                "static Unknown k(Tensor x) { return neg(x); }",
                "static Tensor k(Tensor x) { return neg(x, x, x); }",
                "static Tensor k(Tensor x) { return 1; }",
                "static Tensor k(Tensor x) { return; }",
                "static Tensor k(Tensor x) { return \"text\"; }",
                "static Tensor k(Tensor x) { Object o = x; return x; }",
                "static Tensor k(Tensor x) { String s = \"a\"; int n = s.length(); return mul(x, n); }",
                "static Tensor k(Tensor x) { return (Tensor) x; }",
                "static Tensor k(Tensor x) { synchronized (x) { return neg(x); } }",
                "static Tensor k(@TensorType(\"f32[n, 4]\") Tensor x) { return split(x, 2, -1)[true]; }",
                "static Tensor k(@TensorType(Unknown.T) Tensor x) { return neg(x); }",
                "static Tensor k(@TensorType(3) Tensor x) { return neg(x); }",
                "static Tensor k(@TensorType Tensor x) { return neg(x); }",
                "@SuppressWarnings(Unknown.S) static Tensor k(Tensor x) { return neg(x); }",
                "static Tensor k(Tensor x) { Tensor y; return y; }",
                "static Tensor k(Tensor x) { return x.missing(); }",
                "static Tensor k(Tensor x) { new Thread(() -> neg(x)).start(); return x; }",
                "static Tensor k(Tensor x) { var v; return x; }",
                "static Tensor k(Tensor x) { int i = 0; i = neg(x); return mul(x, i); }",
                "static Tensor k(Tensor x) { var y = neg(x); while (y > 1) { y = mul(y, 2); } return y; }",
                "static Tensor k(Tensor x) { return other(x) ? x : neg(x); } static Tensor other(Tensor x) { return x; }",
                "static Tensor k(R r) { return select(!r.w(), r.w(), 0); } record R(Tensor w) {}",
                "static Tensor k(@Length(2) java.util.List<Tensor> l) { return l.get(0) * l.get(1); }",
                "static Tensor k(Tensor x) { return Ops.exp(x) % 2; }",
                "static Tensor k(Tensor x) { return -x; } static class N { @GraphKernel static Tensor n(Tensor x) { return k(x); } }",
                "static Tensor k(Tensor x) { return x - 1; } @GraphKernel static Tensor n(Tensor x) { return k(x); }"
            })
    void fault_isReportedOnce(String method) {
        Outcome outcome = new UserCompilation(directory)
                .compile("Example.java", IMPORTS + "final class Example {\n@GraphKernel\n" + method + "\n}\n");
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.faults()).as(outcome.messages().toString()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static Tensor k(Tensor x, int n) { return mul(x, n > 1 + 1 ? n - 1 : -n); }",
                "static Tensor k(Tensor x) { for (int i = 0; i < 2; i++) { x = neg(x); } return x; }",
                "static final int add = 3; static final int exp(int i) { return i; }"
                        + "@GraphKernel static Tensor k(Tensor x) { return mul(x, add + 1); }",
                "static Tensor k(Tensor x) { { Tensor y = neg(x); x = y; } int y = 1; y += 2; return mul(x, -y); }",
                "static Tensor k(@TensorType(\"f32[n]\") Tensor x) { return mul(x, 2 * x.dimension(0) - x.rank()); }"
            })
    void operatorOnNumbers_isNotReported(String method) {
        String annotated = method.contains("@GraphKernel") ? method : "@GraphKernel " + method;
        Outcome outcome = new UserCompilation(directory)
                .compile("Example.java", IMPORTS + "final class Example {\n" + annotated + "\n}\n");
        assertThat(outcome.faults()).isEmpty();
    }
}
