package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import io.graphkernel.processor.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;

/**
 * Detection of annotations and types of Lombok that are still pending in the trees that javac attributes with a class.
 * Lombok rewrites trees during the processing rounds. Earlier attribution reports errors that javac does not withdraw,
 * such as {@code String cannot be converted to val}. No element of a tree is queried here, since that would attribute
 * the class.
 */
public final class PendingTransformations extends TreePathScanner<Void, Void> {

    /**
     * The state of a class.
     *
     * @param hasAnnotations true if there are annotations that Lombok handles in the first round with the class
     * @param needsResolution true if Lombok handles an annotation in a later round, because it needs types
     * @param valuesOfStub variables of type {@code val} whose initializer names a generated class
     */
    public record State(boolean hasAnnotations, boolean needsResolution, List<TreePath> valuesOfStub) {

        /**
         * Returns true if Lombok may still rewrite the class.
         *
         * @param rounds number of earlier rounds that had the class
         */
        public boolean isChangedAfter(int rounds) {
            return rounds == 0 && hasAnnotations || rounds < MAX_ROUNDS && needsResolution;
        }
    }

    /** Maximum number of rounds to wait. Lombok takes three; after more, Lombok is assumed not to run. */
    private static final int MAX_ROUNDS = 6;

    private static final String VAL = "val";
    private static final List<String> PACKAGES = List.of("lombok", "lombok.experimental", "lombok.extern.java");

    /** Lombok handles these after javac has resolved the types. */
    private static final Set<String> RESOLVING = Set.of("Delegate", "ExtensionMethod");

    /** Lombok retains these in the trees. */
    private static final Set<String> LASTING = Set.of("NonNull", "Generated");

    private final Javac javac;
    private final Set<String> stubs;
    private final Set<TypeElement> visited = new HashSet<>();
    private final List<TreePath> valuesOfStub = new ArrayList<>();
    private Set<String> imports = Set.of();
    private boolean hasAnnotations;
    private boolean needsResolution;

    private PendingTransformations(Javac javac, Set<String> stubs) {
        this.javac = javac;
        this.stubs = stubs;
    }

    /**
     * Returns the state of a class.
     *
     * @param javac the compiler
     * @param type a class
     * @param stubs simple names of the classes that will be generated
     * @return the state; empty if Lombok is not on the class path, or nothing is pending
     */
    public static Optional<State> of(Javac javac, TypeElement type, Set<String> stubs) {
        if (javac.environment().getElementUtils().getTypeElement("lombok." + VAL) == null) {
            return Optional.empty();
        }
        PendingTransformations pending = new PendingTransformations(javac, stubs);
        pending.add(type);
        return pending.hasAnnotations || pending.needsResolution
                ? Optional.of(new State(pending.hasAnnotations, pending.needsResolution, pending.valuesOfStub))
                : Optional.empty();
    }

    /** Reports variables whose type Lombok cannot infer, since the class is generated after Lombok has run. */
    public static void report(Javac javac, State state) {
        for (TreePath path : state.valuesOfStub()) {
            javac.report(javac.position(path), Diagnostic.VAL_OF_STUB, ((VariableTree) path.getLeaf()).getName());
        }
    }

    /**
     * Adds the trees that javac attributes together: the outermost class with all nested classes, and the superclasses.
     */
    private void add(TypeElement type) {
        if (type.getEnclosingElement() instanceof TypeElement outer) {
            add(outer);
        } else if (visited.add(type)) {
            TreePath path = javac.trees().getPath(type);
            if (path != null) {
                imports = imports(path.getCompilationUnit());
                scan(path, null);
                addSuperclasses(type);
            }
        }
    }

    private void addSuperclasses(TypeElement type) {
        if (type.getSuperclass() instanceof DeclaredType superclass) {
            add((TypeElement) superclass.asElement());
        }
        ElementFilter.typesIn(type.getEnclosedElements()).forEach(this::addSuperclasses);
    }

    private static Set<String> imports(CompilationUnitTree unit) {
        Set<String> names = new TreeSet<>();
        for (ImportTree tree : unit.getImports()) {
            names.add(tree.getQualifiedIdentifier().toString());
        }
        return names;
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void unused) {
        ofLombok(annotation.getAnnotationType()).ifPresent(name -> {
            needsResolution |= RESOLVING.contains(name);
            hasAnnotations |= !LASTING.contains(name);
        });
        return super.visitAnnotation(annotation, unused);
    }

    @Override
    public Void visitVariable(VariableTree variable, Void unused) {
        if (ofLombok(variable.getType()).filter(VAL::equals).isPresent()) {
            ExpressionTree value = getCurrentPath().getParentPath().getLeaf() instanceof EnhancedForLoopTree loop
                    ? loop.getExpression()
                    : variable.getInitializer();
            if (namesStub(value)) {
                valuesOfStub.add(getCurrentPath());
            } else {
                needsResolution = true;
            }
        }
        return super.visitVariable(variable, unused);
    }

    private boolean namesStub(Tree value) {
        boolean[] found = {false};
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree identifier, Void unused) {
                found[0] |= stubs.contains(identifier.getName().toString());
                return null;
            }
        }.scan(value, null);
        return found[0];
    }

    /** Returns the simple name of a Lombok type; empty for any other type. */
    private Optional<String> ofLombok(Tree type) {
        String name = String.valueOf(type);
        String simple = name.substring(name.lastIndexOf('.') + 1);
        boolean isOurs = PACKAGES.stream()
                .filter(outer -> name.equals(outer + "." + simple)
                        || name.equals(simple)
                                && (imports.contains(outer + "." + simple) || imports.contains(outer + ".*")))
                .anyMatch(outer -> javac.environment().getElementUtils().getTypeElement(outer + "." + simple) != null);
        return isOurs ? Optional.of(simple) : Optional.empty();
    }
}
