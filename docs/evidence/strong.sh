#!/bin/sh
# strong.sh SHEET FOLDER: the games of strong play behind a page of evidence, kept as arrays in FOLDER/SHEET.
# On a GPU each sheet takes some minutes; the same command goes on where it was. Then, on the machine that has DuckDB:
#   ludejo lab study docs/evidence/studies/SHEET.toml --on played:FOLDER/SHEET --out SHEET
# The sheet `family` is the race of docs/evidence/atmalof.md. GAMES, MANY, PAIRS, STARTS, SIMULATIONS, JUDGED and
# FAMILY in the environment try it out with fewer.
set -eu
sheet=$1
folder=$2/$1
: "${GAMES:=2048}" "${MANY:=8192}" "${PAIRS:=512}" "${STARTS:=512}" "${SIMULATIONS:=32}" "${JUDGED:=256}" "${FAMILY:=256}"
: "${PYTHON:=python3}" "${THREADS:=4}"
by=network:simulations=$SIMULATIONS,variety=1
weak=network:simulations=4,variety=1
judge=network:simulations=$JUDGED,variety=0
here=$(dirname "$0")

play() {
    "$PYTHON" -m ludejo.training.evidence "$@" --folder "$folder" --threads "$THREADS" --at-once 1024
}

case $sheet in
mammalath)
    play mammalath mammalath:plus --by "$weak,$by" --games "$GAMES" --pairs "$PAIRS" --judge "$judge" --arrangements "$STARTS"
    ;;
almatafl)
    play almatafl almatafl:advanced --by "$weak,$by" --games "$GAMES" --pairs "$PAIRS" --judge "$judge" --arrangements 1
    ;;
atmalof)
    play atmalof atmalof:kvinigu --by "$by" --games "$MANY" --judge "$judge" --arrangements 1
    play atmalof:junior atmalof:atmalos atmalof:R=7,C=7,X=0,Y=0 --by "$by" --games "$GAMES" --judge "$judge" --arrangements 1
    play atmalof atmalof:junior atmalof:kvinigu atmalof:atmalos --by "$weak,$by" --games "$GAMES" --pairs "$PAIRS" --judge "$judge"
    ;;
atoll)
    play atoll:hex-11 atoll --by "$weak,$by" --games "$GAMES" --pairs "$PAIRS" --judge "$judge" --arrangements 1
    play atoll:rhombus,islands=8 atoll:rhombus,islands=12 atoll:hexagon,islands=4 atoll:hexagon,islands=8 \
        atoll:hexagon-12 atoll:hex-13 atoll:hex-11,pie=yes atoll:pie=yes --by "$by" --games "$GAMES" --judge "$judge" --arrangements 1
    play atoll:hex-9 atoll:hex-9,pie=yes atoll:atoll-15 atoll:classic,size=9 atoll:hexagon,size=5 --by "$by" --games "$GAMES" \
        --judge "$judge" --arrangements 1
    ;;
family)
    # shellcheck disable=SC2046  # a line a member
    play $(cat "$here/studies/atmalof-family.txt") --by "$weak,$by" --games "$FAMILY" --pairs "$FAMILY" \
        --judge network:simulations=64,variety=0
    ;;
*)
    echo "$sheet is no sheet, expected mammalath, almatafl, atmalof, atoll or family" >&2
    exit 2
    ;;
esac
