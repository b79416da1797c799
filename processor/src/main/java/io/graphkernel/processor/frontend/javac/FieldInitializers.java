package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;

/** Lookup of the initializers of {@code static final} fields, since class files omit all but those of constants. */
public final class FieldInitializers {

    private FieldInitializers() {}

    /**
     * Returns the initializer of a field.
     *
     * @param javac services of javac
     * @param use expression that reads the field
     * @param field the field
     * @return empty unless it is {@code static final} and its source file is that of the expression
     */
    public static Optional<TreePath> find(Javac javac, TreePath use, Element field) {
        boolean isConstant = field.getKind() == ElementKind.FIELD
                && field.getModifiers().containsAll(List.of(Modifier.STATIC, Modifier.FINAL));
        TreePath declared = isConstant ? javac.trees().getPath(field) : null;
        boolean isHere = declared != null && declared.getCompilationUnit() == use.getCompilationUnit();
        return isHere && declared.getLeaf() instanceof VariableTree variable && variable.getInitializer() != null
                ? Optional.of(child(declared, variable.getInitializer()))
                : Optional.empty();
    }
}
