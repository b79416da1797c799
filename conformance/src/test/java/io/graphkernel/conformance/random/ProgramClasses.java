package io.graphkernel.conformance.random;

import io.graphkernel.conformance.random.ProgramChecker.Target;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Programs in one class, compiled as a user's build does. */
final class ProgramClasses {

    static final String NAME = "random";
    static final Path TARGET = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve(NAME);

    /** Maximum number of programs of a class for Ascend: the emulation compiles their kernels at the first call. */
    private static final int MAX_ON_ASCEND = TestTier.isExhaustive() ? Integer.MAX_VALUE : 15;

    private final Path directory;
    /** Options of the processor. */
    private final List<String> options;
    /** The targets for which they are compiled, as the option names them. */
    private final String targets;
    /** Programs with an unfused twin. */
    private final List<Program> unfused;

    /** The supported programs for Ascend alone; empty if they are not for it. */
    private Optional<ProgramClasses> ascend = Optional.empty();

    private final Map<Program, String> errors = new LinkedHashMap<>();
    private final Map<Program, String> owners = new LinkedHashMap<>();

    private ProgramClasses(Path directory, List<Program> unfused, String targets, List<String> options) {
        this.directory = directory;
        this.options = options;
        this.targets = targets;
        this.unfused = unfused;
    }

    /**
     * Compiles programs; those with errors are omitted.
     *
     * @param name directory for the classes
     * @param unfused programs that are compiled without fusion, too
     * @param others targets of other devices on which they run, too
     * @param options options of the processor
     */
    static ProgramClasses compile(
            String name, List<Program> programs, List<Program> unfused, Set<Target> others, String... options) {
        String targets = Stream.concat(
                        Stream.of("cpu", "jvm"),
                        others.stream()
                                .filter(other -> other != Target.ASCEND)
                                .map(other -> other.name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(","));
        ProgramClasses classes = new ProgramClasses(TARGET.resolve(name), unfused, targets, List.of(options));
        classes.compile("Methods", programs);
        if (others.contains(Target.ASCEND)) {
            // One method that it rejects would reject the class.
            ProgramClasses apart =
                    new ProgramClasses(TARGET.resolve(name + "-ascend"), List.of(), "ascend", List.of(options));
            apart.compile(
                    "Methods",
                    programs.stream()
                            .filter(classes.owners::containsKey)
                            .limit(MAX_ON_ASCEND)
                            .toList());
            classes.ascend = Optional.of(apart);
        }
        return classes;
    }

    /** The classes for Ascend, whose errors are what that rejects. */
    Optional<ProgramClasses> ascend() {
        return ascend;
    }

    /** Returns true if a program was compiled. */
    boolean has(Program program) {
        return owners.containsKey(program);
    }

    /** Programs with errors are left out, so that one of them does not hide the others. */
    private void compile(String className, List<Program> programs) {
        List<Program> left = programs;
        Map<Program, String> found = javac(className, left);
        while (!found.isEmpty() && found.size() < left.size()) {
            errors.putAll(found);
            left = left.stream().filter(program -> !errors.containsKey(program)).toList();
            found = javac(className, left);
        }
        if (found.size() > 1) {
            int middle = left.size() / 2;
            compile(className + "A", left.subList(0, middle));
            compile(className + "B", left.subList(middle, left.size()));
        } else if (found.isEmpty()) {
            left.forEach(program -> owners.put(program, className));
        } else {
            errors.putAll(found);
        }
    }

    /** The compiler's messages for programs that it rejects. */
    Map<Program, String> errors() {
        return errors;
    }

    boolean hasUnfused(Program program) {
        return unfused.contains(program);
    }

    /** Deletes what was compiled. */
    void delete() {
        ascend.ifPresent(ProgramClasses::delete);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads the classes again. */
    URLClassLoader load() {
        try {
            URL[] path = {directory.toUri().toURL()};
            return new URLClassLoader(path, ProgramClasses.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class of a method as written, or of its stub. */
    Class<?> owner(Program program, ClassLoader loader, boolean stub) {
        try {
            return Class.forName(owners.get(program) + (stub ? "Kernels" : ""), true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The errors of programs in one class; those that no line explains are all programs'. */
    private Map<Program, String> javac(String className, List<Program> programs) {
        List<Program> byLine = new ArrayList<>();
        String text = text(className, programs, byLine);
        Map<Program, String> found = new LinkedHashMap<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic :
                KernelCompiler.compile(directory, Map.of(className, text), targets, options)) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                int line = (int) diagnostic.getLineNumber() - 1;
                boolean ours = KernelCompiler.isOfText(diagnostic) && line >= 0 && line < byLine.size();
                Program blamed = ours ? byLine.get(line) : null;
                String message = ours ? diagnostic.getMessage(Locale.ROOT) : diagnostic.toString();
                (blamed == null ? programs : List.of(blamed))
                        .forEach(program -> found.merge(program, message, (a, b) -> a + "\n" + b));
            }
        }
        return found;
    }

    private String text(String className, List<Program> programs, List<Program> byLine) {
        List<String> lines = new ArrayList<>(List.of(
                "import static io.graphkernel.runtime.Ops.*;",
                "import io.graphkernel.annotations.*;",
                "import io.graphkernel.runtime.*;",
                "public final class " + className + " {"));
        for (int count = 2; count <= Program.MAX_RESULTS; count++) {
            lines.add("public record Results" + count + "("
                    + IntStream.range(0, count).mapToObj(i -> "Tensor r" + i).collect(Collectors.joining(", "))
                    + ") {}");
        }
        lines.forEach(line -> byLine.add(null));
        for (Program program : programs) {
            List<String> method = new ArrayList<>(program.lines(false));
            if (hasUnfused(program)) {
                method.addAll(program.lines(true));
            }
            lines.addAll(method);
            method.forEach(line -> byLine.add(program));
        }
        lines.add("}");
        return String.join("\n", lines);
    }
}
