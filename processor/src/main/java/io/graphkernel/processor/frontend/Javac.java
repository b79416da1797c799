package io.graphkernel.processor.frontend;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.SourceText;
import java.io.IOException;
import java.lang.annotation.AnnotationTypeMismatchException;
import java.lang.annotation.IncompleteAnnotationException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** javac's services, and messages at its trees. */
final class Javac {

    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final Trees trees;

    /**
     * Connects to the compiler.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter takes messages
     * @throws NotJavacException if the compiler is another one
     */
    Javac(ProcessingEnvironment environment, DiagnosticReporter reporter) throws NotJavacException {
        this.environment = environment;
        this.reporter = reporter;
        try {
            this.trees = Trees.instance(environment);
        } catch (IllegalArgumentException | LinkageError e) {
            throw new NotJavacException(e);
        }
    }

    ProcessingEnvironment environment() {
        return environment;
    }

    Trees trees() {
        return trees;
    }

    /** The path of a direct part of a tree. */
    static TreePath child(TreePath parent, Tree part) {
        return new TreePath(parent, part);
    }

    /** The element that a reference names; null if it names none. */
    Element element(TreePath reference) {
        return trees.getElement(reference);
    }

    /** The type of an expression or type tree; null if there is none. */
    TypeMirror type(TreePath tree) {
        return trees.getTypeMirror(tree);
    }

    boolean isError(TypeMirror type) {
        return type != null && type.getKind() == TypeKind.ERROR;
    }

    boolean isTensor(TypeMirror type) {
        return isClass(type, Names.TENSOR);
    }

    boolean isClass(TypeMirror type, String qualifiedName) {
        return type.getKind() == TypeKind.DECLARED
                && environment.getTypeUtils().asElement(type) instanceof TypeElement element
                && element.getQualifiedName().contentEquals(qualifiedName);
    }

    boolean isInterface(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED
                && environment.getTypeUtils().asElement(type).getKind().isInterface();
    }

    boolean isRecord(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED
                && environment.getTypeUtils().asElement(type).getKind() == ElementKind.RECORD;
    }

    /**
     * The value of an annotation's member.
     *
     * @param member asks for it
     * @return empty if the value has an error, which javac reports
     */
    static <T> Optional<T> known(Supplier<T> member) {
        try {
            return Optional.of(member.get());
        } catch (AnnotationTypeMismatchException | IncompleteAnnotationException unknownToJavac) {
            return Optional.empty();
        }
    }

    /** Whether javac knows the values of the annotations that a parameter or component has. */
    static boolean hasKnownValues(Element element) {
        TensorType type = element.getAnnotation(TensorType.class);
        Length length = element.getAnnotation(Length.class);
        return (type == null || known(type::value).isPresent())
                && (length == null || known(length::value).isPresent());
    }

    /** Whether {@code @SuppressWarnings} on a declaration, or on one around it, has one of these words. */
    boolean isSilenced(Element element, String... words) {
        for (Element each = element; each != null; each = each.getEnclosingElement()) {
            SuppressWarnings annotation = each.getAnnotation(SuppressWarnings.class);
            Optional<String[]> silenced = annotation == null ? Optional.empty() : known(annotation::value);
            if (silenced.isPresent() && !Collections.disjoint(List.of(silenced.get()), List.of(words))) {
                return true;
            }
        }
        return false;
    }

    /** Reports at a tree and gives the exception that ends the reading of it. */
    Rejected reject(TreePath path, Diagnostic diagnostic, Object... arguments) {
        reporter.report(position(path), diagnostic, arguments);
        return new Rejected();
    }

    /** See {@link DiagnosticReporter#enter}. */
    void enter(String context) {
        reporter.enter(context);
    }

    /** See {@link DiagnosticReporter#leave}. */
    void leave() {
        reporter.leave();
    }

    void report(Element element, Diagnostic diagnostic, Object... arguments) {
        reporter.report(position(element), diagnostic, arguments);
    }

    void report(SourcePosition position, Diagnostic diagnostic, Object... arguments) {
        reporter.report(position, diagnostic, arguments);
    }

    SourcePosition position(TreePath path) {
        CompilationUnitTree unit = path.getCompilationUnit();
        // The caret of a call is at its parenthesis, that of the called name at the name.
        Tree tree = path.getLeaf() instanceof MethodInvocationTree call ? call.getMethodSelect() : path.getLeaf();
        return (kind, message) -> trees.printMessage(kind, message, tree, unit);
    }

    SourcePosition position(Element element) {
        return SourcePosition.of(environment.getMessager(), element);
    }

    SourcePosition position(Element element, AnnotationMirror annotation, AnnotationValue value) {
        return SourcePosition.of(environment.getMessager(), element, annotation, value);
    }

    int errorCount() {
        return reporter.errorCount();
    }

    /** The file and line of a tree. */
    Origin origin(TreePath path) {
        return new Origin(file(path.getCompilationUnit()), line(path.getCompilationUnit(), path.getLeaf()));
    }

    /** The text around a tree. */
    SourceText source(TreePath path) {
        CompilationUnitTree unit = path.getCompilationUnit();
        List<String> lines;
        try {
            lines = unit.getSourceFile().getCharContent(true).toString().lines().toList();
        } catch (IOException e) {
            lines = List.of();
        }
        return new SourceText(file(unit), lines);
    }

    /** The line on which the last part of a tree begins: javac does not always keep where a tree ends. */
    int lastLine(TreePath path) {
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

    /** The name of a Java file, without its directory. */
    static String file(CompilationUnitTree unit) {
        String file = unit.getSourceFile().getName().replace('\\', '/');
        return file.substring(file.lastIndexOf('/') + 1);
    }

    private int line(CompilationUnitTree unit, Tree tree) {
        long start = trees.getSourcePositions().getStartPosition(unit, tree);
        LineMap lines = unit.getLineMap();
        return lines == null ? countedLine(unit, (int) start) : (int) lines.getLineNumber(start);
    }

    /** Where class files get no line numbers ({@code -g:none}), javac knows none of the source either. */
    private static int countedLine(CompilationUnitTree unit, int start) {
        try {
            String before = unit.getSourceFile().getCharContent(true).toString().substring(0, start);
            return (int) before.concat(".").lines().count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** A tree's text for a message, on one line and not longer than a message can bear. */
    static String text(Tree tree) {
        return shortened(tree.toString().replaceAll("\\s+", " "));
    }

    /** A text of the user, not longer than a message can bear. */
    static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 39) + "…";
    }
}
