#!/bin/sh
# strong.sh SHEET FOLDER: the games of strong play behind a page of evidence, kept as arrays in FOLDER/SHEET.
# On a GPU each sheet takes some minutes; the same command goes on where it was. Then, on the machine that has DuckDB:
#   ludejo lab study docs/evidence/studies/SHEET.toml --on played:FOLDER/SHEET --out SHEET
# GAMES, STARTS, SIMULATIONS and JUDGED in the environment try it out with fewer.
set -eu
sheet=$1
folder=$2/$1
: "${GAMES:=2048}" "${STARTS:=512}" "${SIMULATIONS:=32}" "${JUDGED:=256}" "${PYTHON:=python3}" "${THREADS:=4}"
by=network:simulations=$SIMULATIONS,variety=1
weak=network:simulations=4,variety=1
judge=network:simulations=$JUDGED,variety=0

play() {
    "$PYTHON" -m ludejo.training.evidence "$@" --games "$GAMES" --judge "$judge" --folder "$folder" --threads "$THREADS" --at-once 1024
}

case $sheet in
mammalath)
    play mammalath mammalath:plus --by "$by" --arrangements "$STARTS"
    play mammalath mammalath:plus --by "$weak"
    ;;
almatafl)
    play almatafl almatafl:advanced --by "$by" --arrangements 1
    play almatafl almatafl:advanced --by "$weak"
    ;;
atmalof)
    play atmalof atmalof:junior atmalof:kvinigu atmalof:atmalos atmalof:R=7,C=7,X=0,Y=0 --by "$by" --arrangements 1
    play atmalof atmalof:junior atmalof:kvinigu atmalof:atmalos --by "$weak"
    ;;
atoll)
    play atoll:hex-11 atoll:hex-11,pie=yes atoll atoll:pie=yes --by "$by" --arrangements 1
    play atoll:hex-9 atoll:hex-9,pie=yes atoll:hex-13 atoll:hexagon-12 atoll:atoll-15 atoll:classic,size=9 atoll:hexagon,size=5 \
        --by "$by" --arrangements 1
    play atoll:hex-11 atoll --by "$weak"
    ;;
*)
    echo "$sheet is no sheet, expected mammalath, almatafl, atmalof or atoll" >&2
    exit 2
    ;;
esac
