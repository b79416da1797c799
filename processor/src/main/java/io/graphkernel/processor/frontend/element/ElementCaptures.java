package io.graphkernel.processor.frontend.element;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementValue.Captured;
import io.graphkernel.processor.frontend.element.ElementValue.Choice;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Elements;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RuntimeScalar;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Numbers of the kernel method that an element function reads. They become further operands of the op. */
final class ElementCaptures {

    private final Javac javac;
    private final VariableScope scope;
    private final NumberReader numbers;
    private final ElementBody body;
    private final Map<SymbolicValue, Scalar> known = new LinkedHashMap<>();
    private final Map<SymbolicValue, Node> operands = new LinkedHashMap<>();

    ElementCaptures(Javac javac, VariableScope scope, NumberReader numbers, ElementBody body) {
        this.javac = javac;
        this.scope = scope;
        this.numbers = numbers;
        this.body = body;
    }

    /** Returns the operands, in the order of their parameters. */
    List<Node> operands() {
        return List.copyOf(operands.values());
    }

    /** Reads a variable of the kernel method. */
    ElementValue read(TreePath path, VariableElement variable) throws RejectedTreeException {
        // A local variable without a value: javac reports that it may not have been initialized.
        return convert(path, scope.find(variable).orElseThrow(RejectedTreeException::new));
    }

    /** Returns a record of the kernel method as one of the function, whose variable can have another value then. */
    ElementValue components(TreePath path, Captured record) throws RejectedTreeException {
        if (!(record.value() instanceof RecordValue value)) {
            return record;
        }
        Map<String, ElementValue> components = new LinkedHashMap<>();
        for (Map.Entry<String, SymbolicValue> component : value.components().entrySet()) {
            ElementValue converted = convert(path, component.getValue());
            components.put(
                    component.getKey(), converted instanceof Captured inner ? components(path, inner) : converted);
        }
        return new Components(components);
    }

    /** Returns the check of the integer divisions of the kernel method, and of the functions in it. */
    IntegerDivisionCheck remainders() {
        return numbers.remainders();
    }

    /** Converts a value of the kernel method. */
    ElementValue convert(TreePath path, SymbolicValue value) throws RejectedTreeException {
        if (value instanceof ConstantValue constant) {
            Constant number = new Constant(constant.value());
            remainders().derived(number, constant);
            return number;
        }
        if (value instanceof RecordValue) {
            return new Captured(value);
        }
        if (value instanceof EnumValue || value instanceof TextValue || value instanceof DTypeValue) {
            return new Choice(value);
        }
        if (value instanceof ArrayValue array) {
            List<ElementValue> elements = new ArrayList<>();
            for (SymbolicValue element : array.elements()) {
                elements.add(convert(path, element));
            }
            return new Elements(elements);
        }
        boolean isNumber = value instanceof DimValue
                || value instanceof TensorNumber
                || value instanceof RuntimeScalar scalar && scalar.type() != TypeKind.BOOLEAN;
        if (!isNumber) {
            throw javac.reject(path, Diagnostic.ELEMENT_CAPTURE, Javac.text(path.getLeaf()));
        }
        Scalar earlier = known.get(value);
        if (earlier != null) {
            return earlier;
        }
        TypeKind type = value instanceof DimValue ? TypeKind.LONG : TensorNumbers.type(value);
        String text = Javac.text(path.getLeaf());
        String name = text.matches("\\w+") ? text : "number";
        Node operand = numbers.operand(path, value, type, ElementBody.dtype(type), name);
        Scalar parameter = new Scalar(body.parameter(name, operand.dtype()), type);
        known.put(value, parameter);
        operands.put(value, operand);
        return parameter;
    }
}
