package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.graphkernel.annotations.ElementFunction;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;

/**
 * Check for annotations inside blocks, lambdas and anonymous classes, which javac passes to no processor. They are
 * found after javac has attributed their class.
 */
public final class BodyAnnotations extends TreePathScanner<Void, Void> {

    private static final Set<String> OF_DECLARATIONS = Stream.of(
                    GraphKernel.class, GradientOf.class, ElementFunction.class, OnnxModel.class)
            .map(Class::getName)
            .collect(Collectors.toSet());
    private static final Set<String> OF_PARAMETERS =
            AnnotationPlaces.OF_PARAMETERS.stream().map(Class::getName).collect(Collectors.toSet());

    private final Trees trees;
    private final DiagnosticReporter reporter;
    private int depth;

    private BodyAnnotations(Trees trees, DiagnosticReporter reporter) {
        this.trees = trees;
        this.reporter = reporter;
    }

    /**
     * Starts the check of method bodies; does nothing if the compiler is not javac.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter receiver of the messages
     * @param isWanted filter on the names of the classes to check
     */
    public static void listen(
            ProcessingEnvironment environment, DiagnosticReporter reporter, Predicate<String> isWanted) {
        JavacTask task;
        Trees trees;
        try {
            task = JavacTask.instance(environment);
            trees = Trees.instance(environment);
        } catch (IllegalArgumentException | LinkageError notJavac) {
            return;
        }
        task.addTaskListener(new TaskListener() {
            private boolean isExplainedHere;

            @Override
            public void finished(TaskEvent event) {
                // The processor reports errors of a processing round itself, and javac then attributes no class.
                if (event.getKind() == TaskEvent.Kind.COMPILATION && isExplainedHere) {
                    reporter.explained()
                            .ifPresent(note -> environment.getMessager().printMessage(Kind.NOTE, note));
                }
                if (event.getKind() == TaskEvent.Kind.ANALYZE
                        && event.getTypeElement() != null
                        && isWanted.test(event.getTypeElement().toString())) {
                    TreePath path = trees.getPath(event.getTypeElement());
                    if (path != null) {
                        int errors = reporter.errorCount();
                        new BodyAnnotations(trees, reporter).scan(path, null);
                        isExplainedHere |= reporter.errorCount() > errors;
                    }
                }
            }
        });
    }

    @Override
    public Void visitBlock(BlockTree tree, Void unused) {
        return inside(() -> super.visitBlock(tree, null));
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        return inside(() -> super.visitLambdaExpression(tree, null));
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
        return inside(() -> super.visitNewClass(tree, null));
    }

    private Void inside(Runnable scan) {
        depth++;
        scan.run();
        depth--;
        return null;
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void unused) {
        if (depth > 0) {
            Element type = trees.getElement(new TreePath(getCurrentPath(), annotation.getAnnotationType()));
            String name = String.valueOf(type);
            if (OF_DECLARATIONS.contains(name)) {
                reporter.report(position(), Diagnostic.ANNOTATION_IN_BODY, type.getSimpleName());
            } else if (OF_PARAMETERS.contains(name) && !isOfKernel() && !isSilenced()) {
                Tree declaration =
                        getCurrentPath().getParentPath().getParentPath().getLeaf();
                reporter.report(
                        position(),
                        Diagnostic.ANNOTATION_WITHOUT_EFFECT,
                        type.getSimpleName(),
                        declaration instanceof VariableTree variable ? variable.getName() : "",
                        "no kernel is declared inside the body of a method");
            }
        }
        return super.visitAnnotation(annotation, null);
    }

    /** Returns true if the parameter belongs to a method that is reported itself. */
    private boolean isOfKernel() {
        TreePath method = getCurrentPath().getParentPath().getParentPath().getParentPath();
        return method.getLeaf() instanceof MethodTree tree
                && tree.getModifiers().getAnnotations().stream()
                        .anyMatch(annotation -> OF_DECLARATIONS.contains(String.valueOf(
                                trees.getElement(new TreePath(method, annotation.getAnnotationType())))));
    }

    private boolean isSilenced() {
        for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
            if (path.getLeaf() instanceof ClassTree || path.getLeaf() instanceof MethodTree) {
                Element element = trees.getElement(path);
                if (element != null) {
                    return Javac.isSilenced(element, "unused");
                }
            }
        }
        return false;
    }

    private SourcePosition position() {
        TreePath path = getCurrentPath();
        return (kind, message) -> trees.printMessage(kind, message, path.getLeaf(), path.getCompilationUnit());
    }
}
