package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.RecordValue;
import io.graphkernel.processor.frontend.Value.TensorValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/** Reads the creation of records of tensors, numbers, arrays and records. */
final class RecordReader {

    private final Javac javac;
    private final ExpressionReader expressions;

    RecordReader(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /** {@code new Pair(x, y)} of a record whose constructor does nothing else. */
    Value created(TreePath path, NewClassTree tree) throws Rejected {
        Element constructor = javac.element(path);
        TypeElement type = (TypeElement) constructor.getEnclosingElement();
        List<? extends RecordComponentElement> components = type.getRecordComponents();
        RecordMethods methods = new RecordMethods(javac);
        if (components.isEmpty() || !methods.isCanonical((ExecutableElement) constructor)) {
            throw expressions.unsupported(path);
        }
        methods.requirePlainConstructor(path, type);
        Map<String, Value> values = new LinkedHashMap<>();
        for (int i = 0; i < components.size(); i++) {
            String name = components.get(i).getSimpleName().toString();
            TreePath argument = child(path, tree.getArguments().get(i));
            values.put(name, component(path, components.get(i), argument));
        }
        return new RecordValue(values, true);
    }

    private Value component(TreePath creation, RecordComponentElement component, TreePath argument) throws Rejected {
        String name = component.getSimpleName().toString();
        TypeMirror type = component.asType();
        Value value = expressions.read(argument, name);
        if (type.getKind().isPrimitive() && Scalars.isScalar(value)) {
            return expressions.derived(Scalars.convert(value, type.getKind()), value);
        }
        boolean fits = javac.isTensor(type)
                ? value instanceof TensorValue
                : javac.isRecord(type)
                        ? value instanceof RecordValue
                        : value instanceof ArrayValue && ArrayReader.isSupported(javac, type);
        if (!fits) {
            throw expressions.unsupported(creation);
        }
        ArrayReader.requireLength(javac, argument, value, Part.of(name, component, type));
        return value;
    }
}
