package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.graph.AsciiNames;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Java identifiers that are not names in C, PTX or file systems. */
class NamesTest {

    private static final String IMPORTS = """
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        import static io.graphkernel.runtime.Ops.*;
        """;

    @TempDir
    Path directory;

    @DisplayName("C6: names outside ASCII and with $ build for every target")
    @Test
    @Tag("slow")
    void unusualNames_buildForEveryTarget() throws IOException {
        assumeTrue(
                Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode("Größe式"),
                "the file system takes no such names");
        Outcome outcome = compile("package 式.déjà;\n" + IMPORTS + """
            public final class Größe {
                public static final class $Inner_1 {
                    public record Ergebnis(Tensor größe, Tensor $größe) {}
                    @GraphKernel
                    public static Ergebnis größe(Tensor größe, Tensor _größe, float α) {
                        Tensor x1 = add(größe, _größe);
                        return new Ergebnis(mul(größe, α), softmaxLike(x1));
                    }
                    @GraphKernel
                    public static Tensor softmaxLike(Tensor x) { return exp(x); }
                }
                @GraphKernel
                public static Tensor $(Tensor $, Tensor _$) { return sub($, _$); }
                @GraphKernel
                public static Tensor print$f(Tensor out, Tensor in$, Tensor n_) { return sub(add(out, in$), n_); }
            }
            """, "Größe.java");
        assertThat(outcome.ours())
                .as(outcome.messages().toString())
                .extracting(UserCompilation.Message::id)
                .containsOnly("GK-3001");
        assertThat(outcome.success()).isTrue();
    }

    @DisplayName("C6: names that would meet after the escape stay apart, and files have ASCII names")
    @Test
    void escapedNames_areDistinct() throws IOException {
        Outcome outcome = compile(IMPORTS + """
            public final class Example {
                @GraphKernel
                public static Tensor größe(@TensorType("f32[n, m]") Tensor größe, @TensorType("f32[n, m]") Tensor gr_u00f6_u00dfe) {
                    Tensor grö_ße = mul(größe, gr_u00f6_u00dfe);
                    return reduceSum(sub(grö_ße, größe), -1);
                }
                @GraphKernel
                public static Tensor gr_u00f6_u00dfe(@TensorType("f32[n, m]") Tensor größe, @TensorType("f32[m, n]") Tensor 𝒳) {
                    return geLU(matMul(größe, 𝒳));
                }
            }
            """, "Example.java");
        assertThat(outcome.success()).as(outcome.messages().toString()).isTrue();
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.map(file -> directory.relativize(file).toString()))
                    .allMatch(name -> name.chars().allMatch(letter -> letter < 128));
        }
    }

    @DisplayName("C6: no two identifiers get one name")
    @ParameterizedTest
    @CsvSource({
        "softmax, softmax",
        "layer_norm_2, layer_norm_2",
        "größe, gr_u00f6_u00dfe",
        "gr_u00f6_u00dfe, gr_u005fu00f6_u005fu00dfe",
        "print$f, print_u0024f",
        "_u, _u",
        "_u12, _u12"
    })
    void names_areEscaped(String java, String ascii) {
        assertThat(AsciiNames.of(java)).isEqualTo(ascii);
    }

    private Outcome compile(String source, String file) {
        return new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-encoding")
                .option("UTF-8")
                .option("-Agraphkernel.reportDir=" + directory.resolve("reports"))
                .compile(file, source);
    }
}
