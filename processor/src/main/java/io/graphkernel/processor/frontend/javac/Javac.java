package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.annotations.Variants;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.SourceLines;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.diagnostic.WithheldMessages;
import java.io.IOException;
import java.lang.annotation.AnnotationTypeMismatchException;
import java.lang.annotation.IncompleteAnnotationException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Services of javac, and messages at its trees. */
public final class Javac {

    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final Trees trees;

    /**
     * Connects to javac.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter receiver of the messages
     * @throws NotJavacException if the compiler is not javac
     */
    public Javac(ProcessingEnvironment environment, DiagnosticReporter reporter) throws NotJavacException {
        this.environment = environment;
        this.reporter = reporter;
        try {
            this.trees = Trees.instance(environment);
        } catch (IllegalArgumentException | LinkageError e) {
            throw new NotJavacException(e);
        }
    }

    public ProcessingEnvironment environment() {
        return environment;
    }

    public Trees trees() {
        return trees;
    }

    /** Returns the path of a direct child of a tree. */
    public static TreePath child(TreePath parent, Tree child) {
        return new TreePath(parent, child);
    }

    /** Returns the expression inside parentheses. */
    public static TreePath unparenthesized(TreePath path) {
        TreePath inside = path;
        while (inside.getLeaf() instanceof ParenthesizedTree parenthesized) {
            inside = child(inside, parenthesized.getExpression());
        }
        return inside;
    }

    /** Returns the referenced element, or null if there is none. */
    public Element element(TreePath reference) {
        return trees.getElement(reference);
    }

    /** Returns the type of an expression or type tree, or null if there is none. */
    public TypeMirror type(TreePath tree) {
        return trees.getTypeMirror(tree);
    }

    public boolean isError(TypeMirror type) {
        return type != null && type.getKind() == TypeKind.ERROR;
    }

    public boolean isTensor(TypeMirror type) {
        return isClass(type, RuntimeTypeNames.TENSOR);
    }

    public boolean isClass(TypeMirror type, String qualifiedName) {
        return type.getKind() == TypeKind.DECLARED
                && environment.getTypeUtils().asElement(type) instanceof TypeElement element
                && element.getQualifiedName().contentEquals(qualifiedName);
    }

    boolean isInterface(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED
                && environment.getTypeUtils().asElement(type).getKind().isInterface();
    }

    public boolean isRecord(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED
                && environment.getTypeUtils().asElement(type).getKind() == ElementKind.RECORD;
    }

    /** Returns true if a value of a type can be assigned to a variable of another. */
    public boolean isAssignable(TypeMirror value, TypeMirror variable) {
        return environment.getTypeUtils().isAssignable(value, variable);
    }

    public boolean isEnum(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED
                && environment.getTypeUtils().asElement(type).getKind() == ElementKind.ENUM;
    }

    /**
     * Returns the value of an annotation's member.
     *
     * @param member accessor of the member
     * @return the value; empty if it has an error, which javac reports
     */
    public static <T> Optional<T> known(Supplier<T> member) {
        try {
            return Optional.of(member.get());
        } catch (AnnotationTypeMismatchException | IncompleteAnnotationException unknownToJavac) {
            return Optional.empty();
        }
    }

    /** Returns true if javac resolves the values of all annotations on a parameter or component. */
    public static boolean hasKnownValues(Element element) {
        TensorType type = element.getAnnotation(TensorType.class);
        Length length = element.getAnnotation(Length.class);
        Variants variants = element.getAnnotation(Variants.class);
        return (type == null || known(type::value).isPresent())
                && (length == null || known(length::value).isPresent())
                && (variants == null || known(variants::value).isPresent());
    }

    /**
     * Returns true if {@code @SuppressWarnings} on a declaration, or on an enclosing one, contains one of these
     * strings.
     */
    public static boolean isSilenced(Element element, String... words) {
        for (Element enclosing = element; enclosing != null; enclosing = enclosing.getEnclosingElement()) {
            SuppressWarnings annotation = enclosing.getAnnotation(SuppressWarnings.class);
            Optional<String[]> silenced = annotation == null ? Optional.empty() : known(annotation::value);
            if (silenced.isPresent() && !Collections.disjoint(List.of(silenced.get()), List.of(words))) {
                return true;
            }
        }
        return false;
    }

    /** Reports at a tree and returns the exception that aborts its reading. */
    public RejectedTreeException reject(TreePath path, Diagnostic diagnostic, Object... arguments) {
        reporter.report(position(path), diagnostic, arguments);
        return new RejectedTreeException();
    }

    /** Enters a context, see {@link DiagnosticReporter#enter}. */
    public void enter(String context) {
        reporter.enter(context);
    }

    /** Enters an iteration, see {@link DiagnosticReporter#enterIteration}. */
    public void enterIteration(String iteration) {
        reporter.enterIteration(iteration);
    }

    /** Leaves a context, see {@link DiagnosticReporter#leave}. */
    public void leave() {
        reporter.leave();
    }

    public void report(Element element, Diagnostic diagnostic, Object... arguments) {
        reporter.report(position(element), diagnostic, arguments);
    }

    public void report(SourcePosition position, Diagnostic diagnostic, Object... arguments) {
        reporter.report(position, diagnostic, arguments);
    }

    /** Replaces the list that withholds messages, see {@link DiagnosticReporter#withhold}. */
    public WithheldMessages withhold(WithheldMessages next) {
        return reporter.withhold(next);
    }

    /** Reports withheld messages, see {@link DiagnosticReporter#release}. */
    public void release(WithheldMessages messages) {
        reporter.release(messages);
    }

    public SourcePosition position(TreePath path) {
        CompilationUnitTree unit = path.getCompilationUnit();
        // javac places the caret of a call at its parenthesis, but that of the called name at the name.
        Tree tree = path.getLeaf() instanceof MethodInvocationTree call ? call.getMethodSelect() : path.getLeaf();
        return (kind, message) -> trees.printMessage(kind, message, tree, unit);
    }

    public SourcePosition position(Element element) {
        return SourcePosition.of(environment.getMessager(), element);
    }

    SourcePosition position(Element element, AnnotationMirror annotation, AnnotationValue value) {
        return SourcePosition.of(environment.getMessager(), element, annotation, value);
    }

    /** Returns the position of an annotation's value, or of the annotated element if the value is omitted. */
    public SourcePosition annotationValue(Element element, Class<?> annotation, String name) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (isClass(mirror.getAnnotationType(), annotation.getName())) {
                for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> value :
                        mirror.getElementValues().entrySet()) {
                    if (value.getKey().getSimpleName().contentEquals(name)) {
                        return position(element, mirror, value.getValue());
                    }
                }
            }
        }
        return position(element);
    }

    public int errorCount() {
        return reporter.errorCount();
    }

    /** Returns the file and line of a tree. */
    public Origin origin(TreePath path) {
        return new Origin(file(path.getCompilationUnit()), line(path.getCompilationUnit(), path.getLeaf()));
    }

    /** Returns the text around a tree. */
    public SourceLines source(TreePath path) {
        CompilationUnitTree unit = path.getCompilationUnit();
        List<String> lines;
        try {
            lines = unit.getSourceFile().getCharContent(true).toString().lines().toList();
        } catch (IOException e) {
            lines = List.of();
        }
        return new SourceLines(file(unit), lines);
    }

    /** Returns the line on which the last child of a tree begins, since javac does not always record end positions. */
    public int lastLine(TreePath path) {
        CompilationUnitTree unit = path.getCompilationUnit();
        int[] last = {line(unit, path.getLeaf())};
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void unused) {
                if (tree != null && trees.getSourcePositions().getStartPosition(unit, tree) >= 0) {
                    last[0] = Math.max(last[0], line(unit, tree));
                }
                return super.scan(tree, unused);
            }
        }.scan(path.getLeaf(), null);
        return last[0];
    }

    /** Returns the name of a Java file, without its directory. */
    public static String file(CompilationUnitTree unit) {
        String file = unit.getSourceFile().getName().replace('\\', '/');
        return file.substring(file.lastIndexOf('/') + 1);
    }

    private int line(CompilationUnitTree unit, Tree tree) {
        long start = trees.getSourcePositions().getStartPosition(unit, tree);
        LineMap lines = unit.getLineMap();
        return lines == null ? countedLine(unit, (int) start) : (int) lines.getLineNumber(start);
    }

    /** Counts lines in the text: javac has no line table if class files get no line numbers ({@code -g:none}). */
    private static int countedLine(CompilationUnitTree unit, int start) {
        try {
            String before = unit.getSourceFile().getCharContent(true).toString().substring(0, start);
            return (int) before.concat(".").lines().count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Returns a tree's text for a message, on one line and truncated. */
    public static String text(Tree tree) {
        return shortened(tree.toString().replaceAll("\\s+", " "));
    }

    /** Returns user text for a message, truncated. */
    public static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 39) + "…";
    }
    /** Returns the class, record or enum around a tree. */
    public Element enclosingType(TreePath path) {
        TreePath around = path;
        while (!(around.getLeaf() instanceof ClassTree)) {
            around = around.getParentPath();
        }
        return element(around);
    }
}
