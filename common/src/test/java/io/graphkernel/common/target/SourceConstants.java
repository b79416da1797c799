package io.graphkernel.common.target;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Numbers of source files: constants that are declared with a literal, and methods with a literal in their body, both as
 * {@code Class.name}. A constant whose initializer has no literal derives from others.
 */
final class SourceConstants {

    /** Constants and methods, with the file that has them. */
    private final Map<String, Path> constants = new TreeMap<>();

    private final Map<String, Path> methods = new TreeMap<>();

    private final Set<String> smallNumbers;

    private SourceConstants(Set<String> smallNumbers) {
        this.smallNumbers = smallNumbers;
    }

    /**
     * Parses files.
     *
     * @param roots directories, with all files below
     * @param smallNumbers literals that are ignored in methods
     */
    static SourceConstants of(List<Path> roots, Set<String> smallNumbers) throws IOException {
        SourceConstants found = new SourceConstants(smallNumbers);
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    found.parse(file, Files.readString(file));
                }
            }
        }
        return found;
    }

    /** Parses a text. */
    static SourceConstants of(String text, Set<String> smallNumbers) throws IOException {
        SourceConstants found = new SourceConstants(smallNumbers);
        found.parse(Path.of("Text.java"), text);
        return found;
    }

    /** Returns the constants that are declared with a literal. */
    Map<String, Path> constants() {
        return constants;
    }

    /** Returns the methods with a literal in their body. */
    Map<String, Path> methods() {
        return methods;
    }

    private void parse(Path file, String text) throws IOException {
        JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///T.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        JavacTask task = (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of(), null, List.of(source));
        for (CompilationUnitTree unit : task.parse()) {
            new FileScanner(file).scan(unit, null);
        }
    }

    private final class FileScanner extends TreeScanner<Void, Void> {

        private final Path file;
        private final Deque<String> classes = new ArrayDeque<>();

        FileScanner(Path file) {
            this.file = file;
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            boolean isAnonymous = type.getSimpleName().length() == 0;
            classes.push(isAnonymous ? classes.peek() : type.getSimpleName().toString());
            super.visitClass(type, unused);
            classes.pop();
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            if (!literals(method.getBody(), smallNumbers).isEmpty()) {
                methods.put(classes.peek() + "." + method.getName(), file);
            }
            return super.visitMethod(method, unused);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void unused) {
            Set<Modifier> modifiers = variable.getModifiers().getFlags();
            ExpressionTree value = variable.getInitializer();
            // The constants of an enum are static and final as well, but have no modifiers in the source.
            boolean isEnumConstant = value instanceof NewClassTree created
                    && created.getIdentifier().toString().equals(classes.peek());
            boolean isConstant = modifiers.containsAll(Set.of(Modifier.STATIC, Modifier.FINAL)) && !isEnumConstant;
            boolean isNumber = variable.getType() instanceof PrimitiveTypeTree;
            if (isConstant
                    && !literals(value, isNumber ? Set.of() : smallNumbers).isEmpty()) {
                constants.put(classes.peek() + "." + variable.getName(), file);
            }
            return super.visitVariable(variable, unused);
        }
    }

    /** Returns the numeric literals of a tree, but for the ignored ones. */
    private static Set<String> literals(Tree tree, Set<String> ignored) {
        Set<String> found = new TreeSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void unused) {
                return null;
            }

            @Override
            public Void visitLiteral(LiteralTree literal, Void unused) {
                if (literal.getValue() instanceof Number number && !ignored.contains(text(number))) {
                    found.add(text(number));
                }
                return null;
            }
        }.scan(tree, null);
        return found;
    }

    /** Returns a number without the suffix of its type. */
    private static String text(Number number) {
        return number.doubleValue() == number.longValue() ? String.valueOf(number.longValue()) : number.toString();
    }
}
