package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.util.TreePath;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** Methods by their names. */
final class VisibleMethods {

    private final Javac javac;
    private final Elements elements;

    VisibleMethods(Javac javac) {
        this.javac = javac;
        this.elements = javac.environment().getElementUtils();
    }

    /**
     * Returns the methods that an unqualified call may mean: those of the innermost class around it that has some, else
     * those of static imports. Methods of {@code Object}, such as {@code equals}, do not count.
     *
     * @param call tree in the scope of the call
     */
    List<ExecutableElement> named(TreePath call, String name) {
        for (TreePath path = call; path != null; path = path.getParentPath()) {
            if (path.getLeaf() instanceof ClassTree && javac.element(path) instanceof TypeElement type) {
                List<ExecutableElement> own = declared(type, name);
                if (!own.isEmpty()) {
                    return own;
                }
            }
        }
        return call.getCompilationUnit().getImports().stream()
                .filter(ImportTree::isStatic)
                .map(tree -> tree.getQualifiedIdentifier().toString())
                .filter(text -> text.endsWith(".*") || text.endsWith("." + name))
                .flatMap(text -> declared(text.substring(0, text.lastIndexOf('.')), name).stream())
                .toList();
    }

    /** Returns the methods of a class, also inherited ones, but not those of {@code Object}; empty without the class. */
    List<ExecutableElement> declared(String owner, String name) {
        TypeElement type = elements.getTypeElement(owner);
        return type == null ? List.of() : declared(type, name);
    }

    private List<ExecutableElement> declared(TypeElement type, String name) {
        TypeElement object = elements.getTypeElement("java.lang.Object");
        return of(type, name).stream()
                .filter(method -> !method.getEnclosingElement().equals(object))
                .toList();
    }

    /** Returns the methods of a class, also inherited ones. */
    List<ExecutableElement> of(TypeElement type, String name) {
        return ElementFilter.methodsIn(elements.getAllMembers(type)).stream()
                .filter(method -> method.getSimpleName().contentEquals(name))
                .toList();
    }
}
