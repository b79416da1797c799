package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.RecordMethods;
import io.graphkernel.processor.frontend.signature.SignatureElement;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/** Reader of record creation, with components that are tensors, numbers, arrays and records. */
final class RecordReader {

    private final Javac javac;
    private final ExpressionReader expressions;

    RecordReader(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /** Reads {@code new Pair(x, y)} of a record with a plain constructor. */
    SymbolicValue created(TreePath path, NewClassTree tree) throws RejectedTreeException {
        Element constructor = javac.element(path);
        TypeElement type = (TypeElement) constructor.getEnclosingElement();
        List<? extends RecordComponentElement> components = type.getRecordComponents();
        RecordMethods methods = new RecordMethods(javac);
        if (components.isEmpty() || !methods.isCanonical((ExecutableElement) constructor)) {
            throw expressions.unsupported(path);
        }
        methods.requirePlainConstructor(path, type);
        Map<String, SymbolicValue> values = new LinkedHashMap<>();
        for (int i = 0; i < components.size(); i++) {
            String name = components.get(i).getSimpleName().toString();
            TreePath argument = child(path, tree.getArguments().get(i));
            values.put(name, component(path, components.get(i), argument));
        }
        return new RecordValue(values, true);
    }

    private SymbolicValue component(TreePath creation, RecordComponentElement component, TreePath argument)
            throws RejectedTreeException {
        String name = component.getSimpleName().toString();
        TypeMirror type = component.asType();
        SymbolicValue value = expressions.read(argument, name);
        if (type.getKind().isPrimitive() && ScalarArithmetic.isScalar(value)) {
            return expressions.arithmetic().derived(ScalarArithmetic.convert(value, type.getKind()), value);
        }
        boolean fits = javac.isTensor(type)
                ? value instanceof TensorValue
                : javac.isRecord(type)
                        ? value instanceof RecordValue
                        : value instanceof ArrayValue && ArrayReader.isSupported(javac, type);
        if (!fits) {
            throw expressions.unsupported(creation);
        }
        expressions.arrays().requireAssigned(argument, value);
        ArrayReader.requireLength(javac, argument, value, SignatureElement.of(name, component, type));
        return value;
    }
}
