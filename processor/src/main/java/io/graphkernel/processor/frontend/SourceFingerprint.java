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
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.frontend.element.ExportedFunctions;
import io.graphkernel.processor.frontend.gradient.CustomGradientRegistry;
import io.graphkernel.processor.frontend.javac.BodyAttribution;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.kernel.ClassElements;
import io.graphkernel.processor.frontend.value.Receivers;
import io.graphkernel.processor.gradient.CustomGradient;
import io.graphkernel.processor.option.FlagValues;
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
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;

/**
 * Fingerprint of all inputs that determine a class, as text, computed before any graph is built. It covers the Java
 * files of kernel methods and of referenced declarations, the resolution of each name, and the graphs of library kernel
 * methods. With resolutions in the text, the mechanism does not matter: imports, inheritance or added files.
 */
final class SourceFingerprint extends TreePathScanner<Void, Void> {

    private final Javac javac;
    private final BodyAttribution attribution;
    private final LibraryGraphs library;
    private final Map<String, Graph> models;
    private final Function<String, Optional<FlagValues>> flags;

    private final StringBuilder text = new StringBuilder();
    /** Index of each element already described. */
    private final Map<Element, Integer> numbers = new HashMap<>();

    private final Set<CompilationUnitTree> units = new HashSet<>();
    private final Set<Element> types = new HashSet<>();
    private final Set<Element> libraries = new HashSet<>();
    private final Set<ExecutableElement> kernels = new HashSet<>();
    private final Deque<ExecutableElement> pending = new ArrayDeque<>();
    private ExecutableElement current;
    private boolean complete = true;

    /**
     * Creates an empty fingerprint.
     *
     * @param models graphs of the models of this compilation, by qualified stub name
     * @param flags function from the text of a kernel method's flags to the flags; empty if they have an error
     */
    SourceFingerprint(
            Javac javac,
            BodyAttribution attribution,
            LibraryGraphs library,
            Map<String, Graph> models,
            Function<String, Optional<FlagValues>> flags) {
        this.javac = javac;
        this.attribution = attribution;
        this.library = library;
        this.models = models;
        this.flags = flags;
    }

    /**
     * Returns the text for a class.
     *
     * @param type class with kernels
     * @return text that determines the class read from it and its messages; empty if javac cannot resolve a name
     */
    Optional<String> of(TypeElement type) {
        add(javac.environment().getSourceVersion());
        add(type);
        add(ClassElements.seesGenerated(type));
        // Warnings may be suppressed in enclosing declarations of other files.
        for (Element enclosing = type.getEnclosingElement();
                enclosing != null;
                enclosing = enclosing.getEnclosingElement()) {
            add(enclosing.getAnnotationMirrors());
        }
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (isKernel(method) || CustomGradientRegistry.isGradient(method)) {
                follow(method);
            }
        }
        while (complete && !pending.isEmpty()) {
            read(pending.remove());
        }
        return complete ? Optional.of(text.toString()) : Optional.empty();
    }

    /** Returns the method visited last. */
    ExecutableElement current() {
        return current;
    }

    private static boolean isKernel(ExecutableElement method) {
        return method.getAnnotation(GraphKernel.class) != null;
    }

    /** Returns true if a kernel method may inline a call of this compilation. */
    private boolean isHelper(ExecutableElement method) {
        return (method.getModifiers().contains(Modifier.STATIC) || Receivers.isKnown(method))
                && javac.trees().getPath(method) != null
                && method.getAnnotation(ModelKernel.class) == null;
    }

    /** Visits a method: its tree if it is part of this compilation, otherwise the graphs of its class. */
    private void follow(ExecutableElement method) {
        if (!kernels.add(method)) {
            return;
        }
        Element owner = method.getEnclosingElement();
        if (javac.trees().getPath(method) != null) {
            pending.add(method);
            ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                    .filter(CustomGradientRegistry::isGradient)
                    .forEach(this::follow);
        } else if (libraries.add(owner)) {
            try {
                String graphs = library.text(method);
                add(graphs);
                CustomGradient.gradientNames(graphs).forEach(this::followGradient);
            } catch (IOException missing) {
                complete = false;
            }
        }
    }

    /** Visits a gradient named by a library, which may be in another library. */
    private void followGradient(String qualified) {
        int dot = qualified.lastIndexOf('.');
        TypeElement owner = javac.environment().getElementUtils().getTypeElement(qualified.substring(0, dot));
        complete &= owner != null && javac.trees().getPath(owner) == null;
        if (complete) {
            ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                    .filter(CustomGradientRegistry::isGradient)
                    .forEach(this::reference);
        }
    }

    private void read(ExecutableElement method) {
        current = method;
        TreePath path = attribution.attributed(method).orElseThrow();
        unit(path.getCompilationUnit());
        reference(method);
        if (isKernel(method)) {
            Optional<FlagValues> known = Javac.known(
                            () -> method.getAnnotation(GraphKernel.class).flags())
                    .flatMap(flags);
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
            if (isKernel(method) || isHelper(method)) {
                follow(method);
            } else if (method.getAnnotation(ModelKernel.class) != null) {
                model(method);
            } else if (ExportedFunctions.isExported(method)) {
                exported(method);
            }
        } else if (element instanceof TypeElement) {
            type(element.asType());
        }
    }

    /** Visits an element function of a library. */
    private void exported(ExecutableElement method) {
        try {
            add(new ExportedFunctions(javac).text(method));
        } catch (IOException missing) {
            complete = false;
        }
    }

    /** Visits a model. The text of its graph includes the hashes of the weights. */
    private void model(ExecutableElement method) {
        Graph graph = models.get(method.getEnclosingElement().toString());
        try {
            add(graph == null ? library.text(method) : GraphPrinter.print(graph));
        } catch (IOException missing) {
            complete = false;
        }
    }

    /** Appends the type of a parameter, result or component, with the components of records. */
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
            if (types.add(element)) {
                if (element.getKind() == ElementKind.RECORD) {
                    record(element);
                } else if (element.getKind() == ElementKind.ENUM) {
                    // Its constants choose between variants.
                    element.getEnclosedElements().stream()
                            .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                            .forEach(this::add);
                }
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

    /** Appends a value with its length, so that adjacent texts remain distinguishable. */
    private void add(Object value) {
        String rendered = String.valueOf(value);
        text.append(rendered.length()).append(':').append(rendered);
    }
}
