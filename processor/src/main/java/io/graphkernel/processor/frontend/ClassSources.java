package io.graphkernel.processor.frontend;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.ModelKernel;
import io.graphkernel.processor.gradient.OwnGradient;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.option.Flags;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;

/**
 * All that a class is read from, as text, before any graph is built: the Java files of its kernels and of what they name, each
 * name with what javac has found for it, and the graphs of kernels in libraries. What javac finds is part of the text, so that it
 * does not matter how: by an import, by inheritance, in a file that was added.
 */
final class ClassSources extends TreePathScanner<Void, Void> {

    private final Javac javac;
    private final BodyAttribution attribution;
    private final LibraryGraphs library;
    private final Map<String, Graph> models;
    private final Function<ExecutableElement, Optional<Flags>> flags;

    private final StringBuilder text = new StringBuilder();
    /** Of what was named before, which is not described again. */
    private final Map<Element, Integer> numbers = new HashMap<>();

    private final Set<CompilationUnitTree> units = new HashSet<>();
    private final Set<Element> types = new HashSet<>();
    private final Set<Element> libraries = new HashSet<>();
    private final Set<ExecutableElement> kernels = new HashSet<>();
    private final Deque<ExecutableElement> pending = new ArrayDeque<>();
    private ExecutableElement current;
    private boolean complete = true;

    /**
     * Nothing of a class yet.
     *
     * @param models the graphs of the models of this compilation, by the qualified names of their stubs
     * @param flags of a kernel; empty if there is an error in them
     */
    ClassSources(
            Javac javac,
            BodyAttribution attribution,
            LibraryGraphs library,
            Map<String, Graph> models,
            Function<ExecutableElement, Optional<Flags>> flags) {
        this.javac = javac;
        this.attribution = attribution;
        this.library = library;
        this.models = models;
        this.flags = flags;
    }

    /**
     * The text for a class.
     *
     * @param type a class with kernels
     * @return equal texts are read to equal classes and to equal messages; empty if something is unknown to javac
     */
    Optional<String> of(TypeElement type) {
        add(javac.environment().getSourceVersion());
        add(type);
        add(Declarations.seesGenerated(type));
        // Warnings may be silenced in files of their own.
        for (Element each = type.getEnclosingElement(); each != null; each = each.getEnclosingElement()) {
            add(each.getAnnotationMirrors());
        }
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (isKernel(method) || OwnGradients.isGradient(method)) {
                follow(method);
            }
        }
        while (complete && !pending.isEmpty()) {
            read(pending.remove());
        }
        return complete ? Optional.of(text.toString()) : Optional.empty();
    }

    /** The method that is or was looked at last. */
    ExecutableElement current() {
        return current;
    }

    private static boolean isKernel(ExecutableElement method) {
        return method.getAnnotation(GraphKernel.class) != null;
    }

    /** Of a method of this compilation its tree is read, of another one the graphs of its class. */
    private void follow(ExecutableElement method) {
        if (!kernels.add(method)) {
            return;
        }
        Element owner = method.getEnclosingElement();
        if (javac.trees().getPath(method) != null) {
            pending.add(method);
            ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                    .filter(OwnGradients::isGradient)
                    .forEach(this::follow);
        } else if (libraries.add(owner)) {
            try {
                String graphs = library.text(method);
                add(graphs);
                OwnGradient.named(graphs).forEach(this::followGradient);
            } catch (IOException missing) {
                complete = false;
            }
        }
    }

    /** A gradient that a library names, which may be in another one. */
    private void followGradient(String qualified) {
        int dot = qualified.lastIndexOf('.');
        TypeElement owner = javac.environment().getElementUtils().getTypeElement(qualified.substring(0, dot));
        complete &= owner != null && javac.trees().getPath(owner) == null;
        if (complete) {
            ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                    .filter(OwnGradients::isGradient)
                    .forEach(this::reference);
        }
    }

    private void read(ExecutableElement method) {
        current = method;
        TreePath path = attribution.attributed(method).orElseThrow();
        unit(path.getCompilationUnit());
        reference(method);
        if (isKernel(method)) {
            Optional<Flags> known = Javac.known(
                            () -> method.getAnnotation(GraphKernel.class).flags())
                    .flatMap(given -> flags.apply(method));
            complete &= known.isPresent();
            add(known);
        }
        scan(path, null);
    }

    private void unit(CompilationUnitTree unit) {
        if (units.add(unit)) {
            add(Javac.file(unit));
            try {
                add(unit.getSourceFile().getCharContent(true));
            } catch (IOException unreadable) {
                complete = false;
            }
        }
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
        reference(javac.element(getCurrentPath()));
        return null;
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        reference(javac.element(getCurrentPath()));
        return super.visitMemberSelect(tree, unused);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        reference(javac.element(getCurrentPath()));
        return super.visitMemberReference(tree, unused);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
        reference(javac.element(getCurrentPath()));
        return super.visitNewClass(tree, unused);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
        reference(javac.element(getCurrentPath()));
        return super.visitVariable(tree, unused);
    }

    private void reference(Element element) {
        if (element == null || javac.isError(element.asType())) {
            complete = false;
            return;
        }
        Integer known = numbers.putIfAbsent(element, numbers.size());
        add(known == null ? "new" : known);
        if (known == null) {
            describe(element);
        }
    }

    private void describe(Element element) {
        add(element.getKind());
        add(element.getEnclosingElement());
        add(element);
        add(element.asType());
        add(element.getAnnotationMirrors());
        if (element instanceof VariableElement variable) {
            add(variable.getConstantValue());
            type(variable.asType());
        } else if (element instanceof ExecutableElement method) {
            add(method.isVarArgs());
            type(method.getReturnType());
            method.getParameters().forEach(this::reference);
            if (isKernel(method)) {
                follow(method);
            } else if (method.getAnnotation(ModelKernel.class) != null) {
                model(method);
            }
        } else if (element instanceof TypeElement) {
            type(element.asType());
        }
    }

    /** The text of a graph has the hashes of the weights. */
    private void model(ExecutableElement method) {
        Graph graph = models.get(method.getEnclosingElement().toString());
        try {
            add(graph == null ? library.text(method) : GraphPrinter.print(graph));
        } catch (IOException missing) {
            complete = false;
        }
    }

    /** What a kernel takes, gives or holds: of records the components count, too. */
    private void type(TypeMirror type) {
        if (type instanceof ArrayType array) {
            type(array.getComponentType());
        } else if (type instanceof WildcardType wildcard && wildcard.getExtendsBound() != null) {
            type(wildcard.getExtendsBound());
        } else if (type instanceof TypeVariable variable && types.add(variable.asElement())) {
            type(variable.getUpperBound());
        } else if (type instanceof DeclaredType declared) {
            declared.getTypeArguments().forEach(this::type);
            TypeElement element = (TypeElement) declared.asElement();
            if (types.add(element) && element.getKind() == ElementKind.RECORD) {
                record(element);
            }
        }
    }

    private void record(TypeElement record) {
        Optional.ofNullable(javac.trees().getPath(record)).ifPresent(path -> unit(path.getCompilationUnit()));
        add(record);
        record.getRecordComponents().forEach(component -> {
            add(component);
            add(component.asType());
            add(component.getAnnotationMirrors());
            type(component.asType());
        });
    }

    /** The length is part of it, so that texts cannot run into each other. */
    private void add(Object value) {
        String each = String.valueOf(value);
        text.append(each.length()).append(':').append(each);
    }
}
