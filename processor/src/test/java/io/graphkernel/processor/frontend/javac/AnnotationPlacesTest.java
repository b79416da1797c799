package io.graphkernel.processor.frontend.javac;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.annotations.ElementFunction;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.GraphOp;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.ModelKernel;
import io.graphkernel.annotations.NoGradient;
import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.annotations.Variants;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every position where Java allows one of our annotations is read or reported. */
class AnnotationPlacesTest {

    private static final String IMPORTS = """
            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import java.util.function.*;
            """;

    private static final String READ = "read";

    /** Annotations that are read at any call from a kernel. */
    private static final Set<Class<?>> OF_CALLED_METHODS = Set.of(GraphOp.class, ModelKernel.class);

    /** Positions that Java allows per annotation target; {@code METHOD}, {@code TYPE} and {@code PARAMETER} are replaced. */
    private static final Map<ElementType, Map<String, String>> PLACES = Map.of(
            ElementType.METHOD,
            Map.ofEntries(
                    Map.entry("class", "class A { STATIC }"),
                    Map.entry("nested class", "class A { static class B { STATIC } }"),
                    Map.entry("inner class", "class A { class B { STATIC } }"),
                    Map.entry("enum", "enum A { ONE; STATIC }"),
                    Map.entry("record", "record A(int n) { STATIC }"),
                    Map.entry("interface", "interface A { STATIC }"),
                    Map.entry("default method", "interface A { DEFAULT }"),
                    Map.entry("annotation type", "@interface A { ELEMENT }"),
                    Map.entry("instance method", "class A { INSTANCE }"),
                    Map.entry("interface of a model", "@OnnxModel(\"a.onnx\") interface A { STATIC }"),
                    Map.entry("class in interface", "interface A { class B { STATIC } }"),
                    Map.entry("constant with a body", "enum A { ONE { INSTANCE } }"),
                    Map.entry("local class", "class A { void m() { class B { STATIC } } }"),
                    Map.entry("local record", "class A { void m() { record B(int n) { STATIC } } }"),
                    Map.entry("local enum", "class A { void m() { enum B { ONE; STATIC } } }"),
                    Map.entry("local interface", "class A { void m() { interface B { STATIC } } }"),
                    Map.entry("anonymous class", "class A { Object m() { return new Object() { STATIC }; } }"),
                    Map.entry("anonymous class of a field", "class A { Object m = new Object() { STATIC }; }"),
                    Map.entry("class in a lambda", "class A { Runnable m = () -> { class B { STATIC } }; }"),
                    Map.entry("class in an initializer", "class A { static { class B { STATIC } } }"),
                    Map.entry("class in a constructor", "class A { A() { class B { STATIC } } }")),
            ElementType.TYPE,
            Map.of(
                    "class", "TYPE class A { }",
                    "enum", "TYPE enum A { }",
                    "record", "TYPE record A(int n) { }",
                    "annotation type", "TYPE @interface A { }",
                    "interface", "TYPE interface A { }",
                    "nested interface", "class A { TYPE interface B { } }",
                    "interface with a method", "TYPE interface A { void m(); }",
                    "interface with a default method", "TYPE interface A { default void m() { } }",
                    "local interface", "class A { void m() { TYPE interface B { } } }",
                    "local class", "class A { void m() { TYPE class B { } } }"),
            ElementType.PARAMETER,
            Map.of(
                    "kernel", "class A { @GraphKernel static Tensor f(PARAMETER) { return negative(RESULT); } }",
                    "method", "class A { static void f(PARAMETER) { } }",
                    "constructor", "class A { A(PARAMETER) { } }",
                    "method of an interface", "interface A { void f(PARAMETER); }",
                    "method of a local class", "class A { void m() { class B { void f(PARAMETER) { } } } }",
                    "lambda", "class A { Consumer<TYPE_OF> m = (PARAMETER) -> { }; }",
                    "lambda in a method", "class A { Consumer<TYPE_OF> m() { return (PARAMETER) -> { }; } }",
                    "catch", "class A { void m() { try { } catch (ANNOTATION RuntimeException e) { } } }"),
            ElementType.RECORD_COMPONENT,
            Map.of(
                    "record", "record A(PARAMETER) { }",
                    "local record", "class A { void m() { record B(PARAMETER) { } } }"));

    private static final Map<Class<?>, String> WRITTEN = Map.of(
            GraphKernel.class, "@GraphKernel",
            GradientOf.class, "@GradientOf(\"g\")",
            OnnxModel.class, "@OnnxModel(\"a.onnx\")",
            TensorType.class, "@TensorType(\"f32[n]\") Tensor x",
            Length.class, "@Length(2) Tensor[] x",
            NoGradient.class, "@NoGradient Tensor x",
            ElementFunction.class, "@ElementFunction",
            Variants.class, "@Variants(\"a\") Tensor x");

    @TempDir
    Path directory;

    record Case(Class<?> annotation, ElementType target, String location) {}

    static Stream<Case> cases() throws IOException {
        return annotations().stream()
                .filter(annotation -> !OF_CALLED_METHODS.contains(annotation))
                .flatMap(annotation -> Stream.of(
                                annotation.getAnnotation(Target.class).value())
                        .flatMap(target -> new TreeSet<>(PLACES.get(target).keySet())
                                .stream().map(name -> new Case(annotation, target, name))));
    }

    /** Returns the annotations of the module, listed by its sources: the class path has its classes or its jar. */
    private static List<Class<?>> annotations() throws IOException {
        Path sources = Path.of("..", "annotations", "src", "main", "java")
                .resolve(GraphKernel.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(sources)) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> !name.equals("package-info"))
                    .sorted()
                    .map(AnnotationPlacesTest::load)
                    .filter(Class::isAnnotation)
                    .collect(Collectors.toList());
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(GraphKernel.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void annotation_atEachPlace_isReadOrReported(Case tested) {
        Outcome outcome = new UserCompilation(directory).compile("A.java", IMPORTS + program(tested));
        assertThat(outcome.messages().stream().map(Message::text))
                .as("javac takes the annotation there: %s", outcome.messages())
                .noneMatch(text -> text.contains("not applicable") || text.contains("expected"));
        boolean isComponent = tested.target() == ElementType.RECORD_COMPONENT
                && !tested.location().contains("local");
        Set<String> answers = outcome.ours().stream().map(Message::id).collect(Collectors.toCollection(TreeSet::new));
        if (!outcome.classes().isEmpty() || isComponent) {
            answers.add(READ);
        }
        assertThat(answers).as(() -> program(tested) + outcome.messages()).hasSize(1);
        assertThat(outcome.ours().size())
                .as(() -> outcome.messages().toString())
                .isLessThanOrEqualTo(1);
    }

    private static String program(Case tested) {
        String written = WRITTEN.get(tested.annotation());
        String annotation = written.replaceAll(" (Tensor|Tensor\\[\\]) x$", "");
        String type = written.contains("[] x") ? "Tensor[]" : "Tensor";
        return PLACES.get(tested.target())
                .get(tested.location())
                .replace("STATIC", annotation + " static Tensor f(Tensor x) { return negative(x); }")
                .replace("DEFAULT", annotation + " default Tensor f(Tensor x) { return negative(x); }")
                .replace("INSTANCE", annotation + " Tensor f(Tensor x) { return negative(x); }")
                .replace("ELEMENT", annotation + " int f();")
                .replace("TYPE_OF", type)
                .replace("TYPE", annotation)
                .replace("PARAMETER", written)
                .replace("ANNOTATION", annotation)
                .replace("RESULT", type.equals("Tensor") ? "x" : "add(x[0], x[1])");
    }

    @Test
    void parameterWithoutEffect_onWhichUnusedIsSilenced_isNotReported() {
        Outcome outcome = new UserCompilation(directory).compile("A.java", IMPORTS + """
                class A {
                    @SuppressWarnings("unused")
                    static void f(@TensorType("f32[n]") Tensor x) { }
                    @SuppressWarnings("unused")
                    static Consumer<Tensor> g() { return (@TensorType("f32[n]") Tensor x) -> { }; }
                }
                """);
        assertThat(outcome.messages()).isEmpty();
    }

    @Test
    void explicitConstructorOfARecord_withTheAnnotationsOfItsComponents_isNotReported() {
        Outcome outcome = new UserCompilation(directory).compile("A.java", IMPORTS + """
                record A(@TensorType("f32[n]") Tensor x) {
                    A { }
                }
                record B(@TensorType("f32[n]") Tensor x) {
                    B(@TensorType("f32[n]") Tensor x) { this.x = x; }
                }
                """);
        assertThat(outcome.messages()).isEmpty();
    }
}
