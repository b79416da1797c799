package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.advice.UnusedValueCheck;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.signature.RecordMethods;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;

/** Reader of literals, variables, and constants of classes. */
final class VariableReader {

    private final Javac javac;
    private final VariableScope scope;
    private final ExpressionReader expressions;
    private final ArrayReader arrays;
    private final UnusedValueCheck unused;

    VariableReader(
            Javac javac,
            VariableScope scope,
            ExpressionReader expressions,
            ArrayReader arrays,
            UnusedValueCheck unused) {
        this.javac = javac;
        this.scope = scope;
        this.expressions = expressions;
        this.arrays = arrays;
        this.unused = unused;
    }

    private static boolean isComponent(Element element) {
        return element.getKind() == ElementKind.FIELD
                && element.getEnclosingElement().getKind() == ElementKind.RECORD
                && !element.getModifiers().contains(Modifier.STATIC);
    }

    /** Reads the field of a record, whose accessor returns the same. */
    private SymbolicValue component(TreePath path, Element field) throws RejectedTreeException {
        String name = field.getSimpleName().toString();
        TypeElement type = (TypeElement) field.getEnclosingElement();
        for (RecordComponentElement component : type.getRecordComponents()) {
            if (component.getSimpleName().contentEquals(name)) {
                new RecordMethods(javac).requirePlainAccessor(path, component);
            }
        }
        Optional<SymbolicValue> value = path.getLeaf() instanceof MemberSelectTree select
                ? Optional.of(expressions.read(child(path, select.getExpression()), ""))
                        .map(record -> record instanceof RecordValue known
                                ? known.components().get(name)
                                : null)
                : scope.find(field);
        return value.orElseThrow(() -> expressions.unsupported(path));
    }

    private String constantAdvice(VariableElement field) {
        if (javac.isTensor(field.asType())) {
            return "pass it as a parameter, or write its elements in the method: " + UnsupportedConstructs.TABLE;
        }
        if (field.asType() instanceof ArrayType) {
            return "declare it static final in this source file, with its elements: static final float[] TABLE = {1, 2}";
        }
        return field.getModifiers().containsAll(Set.of(Modifier.STATIC, Modifier.FINAL))
                ? "give it a value that javac computes, of literals and other constants, or pass it as a parameter"
                : "declare it static final with a constant value, or pass it as a parameter";
    }

    /** Reads a literal. */
    SymbolicValue literal(TreePath path, LiteralTree literal) throws RejectedTreeException {
        if (literal.getValue() == null) {
            throw expressions.unsupported(path);
        }
        return constant(literal.getValue());
    }

    private static SymbolicValue constant(Object value) {
        return value instanceof String text ? new TextValue(text) : new ConstantValue(value);
    }

    /** Reads a name. */
    SymbolicValue variable(TreePath path) throws RejectedTreeException {
        Element element = javac.element(path);
        if (path.getLeaf() instanceof MemberSelectTree select) {
            Optional<SymbolicValue> length = arrays.length(path, select);
            if (length.isPresent()) {
                return length.get();
            }
        }
        if (path.getLeaf() instanceof IdentifierTree name && name.getName().contentEquals("this")) {
            return scope.find(element.getEnclosingElement()).orElseThrow(() -> expressions.unsupported(path));
        }
        if (element != null && isComponent(element)) {
            return component(path, element);
        }
        Optional<SymbolicValue> local = scope.find(element);
        if (local.isPresent()) {
            unused.read(path.getLeaf());
            return local.get();
        }
        if (element instanceof VariableElement field) {
            if (field.getConstantValue() != null) {
                return constant(field.getConstantValue());
            }
            switch (field.getKind()) {
                case ENUM_CONSTANT:
                    if (javac.isClass(field.asType(), RuntimeTypeNames.DTYPE)) {
                        return new DTypeValue(
                                DataType.valueOf(field.getSimpleName().toString()));
                    }
                    return EnumValue.of(field);
                case FIELD:
                    Optional<SymbolicValue> array = expressions.constantArrays().read(path, field);
                    if (array.isPresent()) {
                        return array.get();
                    }
                    throw javac.reject(path, Diagnostic.NOT_A_CONSTANT, field.getSimpleName(), constantAdvice(field));
                default:
                    // A local variable without a value: javac reports that it may not have been initialized.
                    throw new RejectedTreeException();
            }
        }
        throw expressions.unsupported(path);
    }
}
