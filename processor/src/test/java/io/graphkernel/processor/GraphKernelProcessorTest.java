package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.frontend.kernel.RecordType;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class GraphKernelProcessorTest {
    public static final String IMPORTS = """
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        import static io.graphkernel.runtime.Ops.*;
        """;

    public static final String TWICE = """
        final class Twice {
            /** Doubles. */
            @GraphKernel(flags = "--opt_level=0 --dump_as_text")
            static Tensor twice(Tensor x) { return mul(x, 2); }
        }
        """;

    @TempDir
    Path directory;

    @Test
    void graphKernelProcessor_returnsTheBackEndWhatAClassDeclares() {
        String source = "package a.b;\n" + IMPORTS + """
            public final class Outer {
                public static final class Ops2 {
                    public record Result(Tensor y, Tensor z) {}
                    @GraphKernel
                    public static Result two(Tensor x) { return new Result(neg(x), exp(x)); }
                    @GraphKernel
                    static void none(Tensor x) { assign(x, neg(x)); }
                }
            }
            """;
        Outcome outcome = new UserCompilation(directory)
                .option("-Agraphkernel.flags=--opt_level=1")
                .compile("Outer.java", source);
        assertThat(outcome.messages()).isEmpty();
        KernelClass kernelClass = outcome.classes().get(0);
        assertThat(kernelClass.packageName()).isEqualTo("a.b");
        assertThat(kernelClass.simpleName()).isEqualTo("Outer_Ops2");
        assertThat(kernelClass.qualifiedName()).isEqualTo("a.b.Outer.Ops2");
        assertThat(kernelClass.isPublic()).isTrue();
        assertThat(kernelClass.methods())
                .extracting(
                        KernelMethod::result,
                        KernelMethod::aggregate,
                        method -> method.signature().isPublic())
                .containsExactly(
                        tuple(
                                ResultKind.RECORD,
                                Optional.of(new RecordType(
                                        "a.b",
                                        List.of("Outer", "Ops2", "Result"),
                                        List.of(new Member("y", Optional.empty()), new Member("z", Optional.empty())))),
                                true),
                        tuple(ResultKind.VOID, Optional.empty(), false));
        assertThat(kernelClass.methods().get(0).flags()).isEqualTo(FlagValues.atLevel(1));
        assertThat(kernelClass.methods().get(0).graph().nodes())
                .extracting(node -> node.origin().toString())
                .containsExactly("Outer.java:9", "Outer.java:9");
    }

    @Test
    void graphKernelProcessor_letsTheFlagsOfAMethodWin() {
        Outcome outcome = new UserCompilation(directory)
                .option("-Agraphkernel.flags=--opt_level=1 --disable_pass=graph_kernel_cse")
                .compile("Twice.java", IMPORTS + TWICE);
        KernelMethod method = outcome.classes().get(0).methods().get(0);
        assertThat(method.flags())
                .isEqualTo(FlagValues.atLevel(0)
                        .with(Flag.DISABLE_PASS, List.of("graph_kernel_cse"))
                        .with(Flag.DUMP_AS_TEXT, true));
        assertThat(method.source().documentation().strip()).isEqualTo("Doubles.");
    }

    @Test
    void graphKernelProcessor_compilesTheOtherClassesWhenOneHasAnError() {
        String source = IMPORTS + """
            final class Zero {
                @GraphKernel
                static Tensor zero(Tensor x) { return Twice.twice(x); }
            }
            final class Bad {
                @GraphKernel
                static Tensor good(Tensor x) { return neg(x); }
                @GraphKernel
                static Tensor bad(Tensor x) { return softmax(x, -1); }
            }
            final class CallsBad {
                @GraphKernel
                static Tensor calls(Tensor x) { return Bad.bad(x); }
            }
            """;
        Outcome outcome = new UserCompilation(directory).compile("Twice.java", source + TWICE);
        assertThat(outcome.ours()).extracting(UserCompilation.Message::id).containsExactly("GK-2005");
        assertThat(outcome.classes()).extracting(KernelClass::simpleName).containsExactly("Twice", "Zero");
    }

    @Test
    void graphKernelProcessor_statesNothingAboutTypesThatJavacDoesNotKnow() {
        String source = IMPORTS + """
            final class Example {
                @GraphKernel
                static Tensor first(Tensor x) { return mul(x, Nowhere.SCALE); }
            }
            """;
        Outcome outcome = new UserCompilation(directory).compile("Example.java", source);
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.ours()).isEmpty();
        assertThat(outcome.classes()).isEmpty();
        assertThat(outcome.messages()).extracting(UserCompilation.Message::text).anyMatch(t -> t.contains("Nowhere"));
    }

    @Test
    void graphKernelProcessor_statesWhichOpIsMeantAndNothingElse() {
        String source = IMPORTS + """
            final class Example {
                @GraphKernel
                static Tensor first(Tensor x) { return sofmax(x, 1); }
            }
            """;
        Outcome outcome = new UserCompilation(directory).compile("Example.java", source);
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.messages())
                .extracting(UserCompilation.Message::text)
                .singleElement()
                .asString()
                .startsWith("[GK-1201]")
                .contains("did you mean 'softmax'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g:none", "-g:source", "-g:lines", "-g"})
    void graphKernelProcessor_knowsTheLinesOfASourceWhateverIsKeptForDebuggers(String option) {
        Outcome outcome = new UserCompilation(directory).option(option).compile("Twice.java", IMPORTS + TWICE);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.classes().get(0).methods().get(0).graph().nodes())
                .extracting(node -> node.origin().toString())
                .contains("Twice.java:7");
    }

    @Test
    void graphKernelProcessor_readsAClassAgainWhenItsTypesHaveBeenGenerated() {
        String source = IMPORTS + """
            final class Early {
                @GraphKernel
                static Tensor early(Tensor x) { return Late.late(x); }
            }
            final class Late {
                @GraphKernel
                static Tensor late(Tensor x) { return mul(x, Generated.SCALE); }
            }
            """;
        Outcome outcome = new UserCompilation(directory)
                .alsoProcessor(new GeneratingProcessor("Generated", "static final int SCALE = 2;"))
                .compile("Early.java", source + TWICE);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.success()).isTrue();
        assertThat(outcome.classes()).extracting(KernelClass::simpleName).containsExactly("Twice", "Early", "Late");
    }

    @Test
    void bodiesThatNameTheGeneratedClass_areCompiled() {
        String source = IMPORTS + TWICE.replace("}\n}", "}\n    static int use() { return Generated.SCALE; }\n}");
        Outcome outcome = new UserCompilation(directory)
                .alsoProcessor(new GeneratingProcessor("Generated", "static final int SCALE = 2;"))
                .compile("Twice.java", source);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.success()).isTrue();
    }

    @Test
    void graphKernelProcessor_ignoresAStubOfAnEarlierCompilation() {
        Path earlier = new UserCompilation(directory).classes();
        assertThat(new UserCompilation(directory)
                        .compile("TwiceKernels.java", "final class TwiceKernels {}")
                        .success())
                .isTrue();
        Path now = directory.resolve("now");
        assertThat(now.toFile().mkdir()).isTrue();
        Outcome outcome = new UserCompilation(now).library(earlier).compile("Twice.java", IMPORTS + TWICE);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.classes()).hasSize(1);
    }

    @Test
    void graphKernelProcessor_endsClassesInTheirOrderWhileAFewAreBegun() {
        List<String> steps = new ArrayList<>();
        StringBuilder source = new StringBuilder(IMPORTS);
        for (String name : List.of("A", "B", "C", "D", "E", "F", "G")) {
            source.append(TWICE.replace("Twice", name));
        }
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor(new EmptyBackEnd() {
                    @Override
                    public void compile(KernelClass kernelClass) {
                        steps.add("begin " + kernelClass.simpleName());
                    }

                    @Override
                    public void complete(KernelClass kernelClass) throws IOException {
                        steps.add("end " + kernelClass.simpleName());
                        if (kernelClass.simpleName().equals("B")) {
                            throw new IOException("no space left");
                        }
                    }
                }))
                .compile("Twice.java", source.toString());
        assertThat(steps)
                .containsExactly(
                        "begin A", "begin B", "begin C", "begin D", "begin E", "end A", "begin F", "end B", "begin G",
                        "end C", "end D", "end E", "end F", "end G");
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-0004");
            assertThat(message.text()).contains("generated files of B", "no space left");
        });
    }

    @Test
    void graphKernelProcessor_putsReportsNextToTheClassDirectory() {
        Path[] reports = new Path[1];
        new UserCompilation(directory)
                .processor(new GraphKernelProcessor(new EmptyBackEnd() {
                    @Override
                    public Invocation open(Context context) {
                        reports[0] = context.options().reportDir();
                        return super.open(context);
                    }

                    @Override
                    public void compile(KernelClass kernelClass) {}
                }))
                .compile("Twice.java", IMPORTS + TWICE);
        assertThat(reports[0]).isEqualTo(directory.resolve("graph-kernel"));
    }

    /** javac closes the processor's class loader next, and a thread that then loads a class prints a stack trace. */
    @Test
    void graphKernelProcessor_waitsForThePreparationAfterAnError() {
        AtomicBoolean waited = new AtomicBoolean();
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor(new EmptyBackEnd() {
                    @Override
                    public CompletableFuture<?> prepare() {
                        return new CompletableFuture<Void>() {
                            @Override
                            public Void join() {
                                waited.set(true);
                                return null;
                            }
                        };
                    }

                    @Override
                    public void compile(KernelClass kernelClass) {
                        throw new IllegalStateException("it has an error");
                    }
                }))
                .compile("Bad.java", IMPORTS + """
                    final class Bad {
                        @GraphKernel
                        static Tensor bad(Tensor x) { return softmax(x, -1); }
                    }
                    """);
        assertThat(outcome.ours()).extracting(UserCompilation.Message::id).containsExactly("GK-2005");
        assertThat(waited).isTrue();
    }
}
